import { widths } from './picture.ts'
import { isProfilePicture, side } from './profile-picture.ts'

/** The file names under which a picture is stored. */
export const filesOf = (picture: { placeholder: string }): string[] =>
  isProfilePicture(picture) ? [`${side}.webp`] : widths.flatMap(width => [`${width}.webp`, `${width}.avif`])
