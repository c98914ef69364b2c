import { readSection } from '#domain/settings/read-section.ts'
import type { Section } from '#domain/settings/section.ts'
import { fieldErrorOf, formErrorOf } from '../../session/form-error.ts'

/** The error of the first field that cannot be used, by the name of its input. */
export function sectionErrors(name: Section, value: unknown): Record<string, string> {
  const { error, field } = { field: '', ...readSection(name, value) }
  return error === undefined ? {} : { [fieldNamed(field)]: error }
}

/** Why the server did not save a section: at the input of the field that it names, or of the whole form. */
export function refusalOf(error: unknown): string | Record<string, string> {
  const refused = fieldErrorOf(error)
  return refused ? { [fieldNamed(refused.field)]: refused.message } : formErrorOf(error)
}

/** The input for a place that `readSection` names: a list has none of its own. */
function fieldNamed(place: string): string {
  if (place === 'heroes') return 'heroes.0.from'
  return place.startsWith('address') ? 'address' : place
}
