const mebibyte = 1024 * 1024

/** What is taken as a picture, of a product or of a person. */
export const pictureLimits = { bytes: 8 * mebibyte, pixels: 24 * mebibyte } as const
export const pictureKinds = 'JPEG, PNG, WebP, AVIF or GIF'
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
export const pictureSizes = `at most ${pictureLimits.bytes / mebibyte} MB and ${pictureLimits.pixels / mebibyte} megapixels`

/** In px: as large as a product's picture is kept, which is what it shows enlarged and on the sharpest screens. */
export const bestPicture = { width: 1280, height: 1600 } as const
/** In px: as large as the page of a product shows its picture on a large screen. */
export const shownPicture = { width: 650, height: 813 } as const

export const bytesError = `A picture can have at most ${pictureLimits.bytes / mebibyte} MB.`
export const heicError =
  'This is a HEIC picture, as iPhones take them, and most browsers cannot show it. Please save or share it as JPEG, and choose that one.'

/** Why a file cannot be taken, as far as its name, type and size tell; undefined when they do not. A browser may know no type. */
export function pictureError({ name, type, size }: { name: string; type: string; size: number }): string | undefined {
  if (/^image\/hei[cf]/i.test(type) || /\.(?:hei[cf]s?|hif)$/i.test(name)) return heicError
  return size > pictureLimits.bytes ? bytesError : undefined
}

/** Whether a product's picture is smaller than its page shows it: one that is too wide or too high there is cut. */
export const willBlur = ({ width, height }: { width: number; height: number }): boolean =>
  width < shownPicture.width || height < shownPicture.height
