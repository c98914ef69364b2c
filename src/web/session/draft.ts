import { tabStorage } from '../storage.ts'

/** What somebody has typed, by the name of its field. */
export type Draft = Record<string, string>

/** Keeps what a user has typed while they log in again: in this tab, for them alone. `form` names the form. */
export function draftOf(form: string, userId: string) {
  const key = `draft ${form} ${userId}`
  return {
    save: (texts: Draft) => tabStorage.write(key, JSON.stringify(texts)),
    read(): Draft | undefined {
      try {
        const saved: unknown = JSON.parse(tabStorage.read(key) ?? 'null')
        return saved instanceof Object ? (saved as Draft) : undefined
      } catch {
        return undefined // not ours
      }
    },
    forget: () => tabStorage.remove(key),
  }
}
