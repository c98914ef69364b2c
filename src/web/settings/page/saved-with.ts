import type { FieldWarning } from '#domain/content/field-warning.ts'

/** What is said after a save: all that stands at no field, and the first sentence of those that stand at one. */
export function savedWith(warnings: readonly FieldWarning[], words = 'Saved.'): string {
  const [first, ...more] = warnings.filter(({ field }) => field !== '')
  const others = warnings.filter(({ field }) => field === '')
  const sentences = [...others, ...(first ? [first] : [])].map(({ message }) => message)
  return [words, ...sentences, ...(more.length > 0 ? ['The fields say what else is to be looked at.'] : [])].join(' ')
}
