import { createContext, useContext } from 'react'
import type { ShownPicture } from '#domain/settings/section.ts'

interface SectionFields {
  /** The value at a place such as `heroes.0.link`. */
  read: (place: string) => unknown
  change: (place: string, value: unknown) => void
  errorOf: (place: string) => string | undefined
  /** What the last save said about a field although it was saved. */
  warningOf: (place: string) => string | undefined
  /** The section as it is saved. */
  saved: unknown
  /** For each id that is removed from a list the id where its goods go. */
  targets: Record<string, string>
  setTarget: (removed: string, target: string) => void
  pictures: Record<string, ShownPicture>
  addPicture: (picture: ShownPicture) => void
  /** Holds the form back until the upload has ended. */
  waitFor: (upload: Promise<unknown>) => void
}

/** The fields of the section whose form is rendered. */
export const SectionContext = createContext<SectionFields | undefined>(undefined)

export function useSection(): SectionFields {
  const fields = useContext(SectionContext)
  if (!fields) throw new Error('A field of the settings is rendered outside a section.')
  return fields
}
