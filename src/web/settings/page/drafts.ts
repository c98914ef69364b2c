import { type ManagedSettings, type Section, type Settings, sections } from '#domain/settings/section.ts'

/** The settings as they were last read or saved, and as they are typed. */
export interface Drafts {
  saved: ManagedSettings
  typed: Settings
}

export const draftsOf = (saved: ManagedSettings): Drafts => ({ saved, typed: valuesOf(saved) })

const valuesOf = (settings: ManagedSettings) =>
  Object.fromEntries(sections.map(name => [name, settings[name].value])) as Settings

export const isUnsaved = ({ saved, typed }: Drafts, name: Section): boolean =>
  JSON.stringify(saved[name].value) !== JSON.stringify(typed[name])

/** Takes over the sections that were saved elsewhere, except those in which something is typed. */
export function adoptNewer(drafts: Drafts, newest: ManagedSettings): Drafts {
  const newer = sections.filter(name => newest[name].version > drafts.saved[name].version && !isUnsaved(drafts, name))
  const pick = (from: ManagedSettings | Settings) => Object.fromEntries(newer.map(name => [name, from[name]]))
  return {
    saved: { ...drafts.saved, ...pick(newest), pictures: { ...drafts.saved.pictures, ...newest.pictures } },
    typed: { ...drafts.typed, ...pick(valuesOf(newest)) },
  }
}

/** What was sent is saved; what was typed meanwhile stays. */
export function withSaved<Name extends Section>(
  { saved, typed }: Drafts,
  name: Name,
  { sent, value, version }: { sent: Settings[Name]; value: Settings[Name]; version: number },
): Drafts {
  return {
    saved: { ...saved, [name]: { value, version, isOwn: true } },
    typed: typed[name] === sent ? { ...typed, [name]: value } : typed,
  }
}
