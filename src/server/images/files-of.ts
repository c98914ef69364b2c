import { widths } from './picture.ts'
import { isProfilePicture, side } from './profile-picture.ts'

/** The names of the files that a picture is kept as. */
export const filesOf = (picture: { placeholder: string }): string[] =>
  isProfilePicture(picture) ? [`${side}.webp`] : widths.flatMap(width => [`${width}.webp`, `${width}.avif`])
