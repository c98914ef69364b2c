import { tabStorage } from '../storage.ts'

/** The typed texts, by field name. */
export type Draft = Record<string, string>

/**
 * Saves what a user has typed while they log in again, in this tab and for this user only. `form` is the form's name.
 */
export function draftOf(form: string, userId: string) {
  const key = `draft ${form} ${userId}`
  return {
    save: (texts: Draft) => tabStorage.write(key, JSON.stringify(texts)),
    read(): Draft | undefined {
      try {
        const saved: unknown = JSON.parse(tabStorage.read(key) ?? 'null')
        return saved instanceof Object ? (saved as Draft) : undefined
      } catch {
        return undefined // not written by this code
      }
    },
    forget: () => tabStorage.remove(key),
  }
}
