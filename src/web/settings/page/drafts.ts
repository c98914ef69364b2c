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

/** The unsaved sections as texts, for a form that is filled again after its admin has logged in anew. */
export const textsOf = (drafts: Drafts): Record<string, string> =>
  Object.fromEntries(
    sections
      .filter(name => isUnsaved(drafts, name))
      .map(name => [name, JSON.stringify({ value: drafts.typed[name], version: drafts.saved[name].version })]),
  )

/** Fills in such texts. A section keeps the version that was typed over, so that a newer one is noticed when it is saved. */
export function withTexts(drafts: Drafts, texts: Record<string, string> = {}): Drafts {
  const { saved, typed } = drafts
  const read = sections.flatMap(name => (texts[name] ? [{ name, ...JSON.parse(texts[name]) }] : []))
  return {
    saved: {
      ...saved,
      ...Object.fromEntries(read.map(({ name, version }) => [name, { ...saved[name as Section], version }])),
    },
    typed: { ...typed, ...Object.fromEntries(read.map(({ name, value }) => [name, value])) },
  }
}
