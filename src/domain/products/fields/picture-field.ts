const mebibyte = 1024 * 1024

/** The limits for pictures of products and of users. */
export const pictureLimits = { bytes: 8 * mebibyte, pixels: 24 * mebibyte } as const
export const pictureKinds = 'JPEG, PNG, WebP, AVIF or GIF'
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/avif,image/gif'
export const pictureSizes = `at most ${pictureLimits.bytes / mebibyte} MB and ${pictureLimits.pixels / mebibyte} megapixels`

/** In px: the size in which product pictures are stored, enlarged and shown on the sharpest screens. */
export const bestPicture = { width: 1280, height: 1600 } as const
/** In px: the size of a product's picture on its page on a large screen. */
export const shownPicture = { width: 650, height: 813 } as const

export const bytesError = `A picture can have at most ${pictureLimits.bytes / mebibyte} MB.`
export const heicError =
  'This is a HEIC picture, as iPhones take them, and most browsers cannot show it. Please save or share it as JPEG, and choose that one.'

/**
 * Why a file cannot be used, as far as its name, type and size tell; undefined if they do not. The type may be missing.
 */
export function pictureError({ name, type, size }: { name: string; type: string; size: number }): string | undefined {
  if (/^image\/hei[cf]/i.test(type) || /\.(?:hei[cf]s?|hif)$/i.test(name)) return heicError
  return size > pictureLimits.bytes ? bytesError : undefined
}

/** Whether the page shows a product's picture larger than it is; what is too wide or too high is cropped. */
export const willBlur = ({ width, height }: { width: number; height: number }): boolean =>
  width < shownPicture.width || height < shownPicture.height
