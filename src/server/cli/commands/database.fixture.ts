import sharp from 'sharp'

/** A small picture. */
export const drawPicture = () =>
  sharp({ create: { width: 40, height: 4, channels: 3, background: { r: 200, g: 90, b: 160 } } })
    .png()
    .toBuffer()
