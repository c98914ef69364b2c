type Fields = Record<string, unknown>

/** The value at a place such as `heroes.0.link`. */
export const valueAt = (section: unknown, place: string): unknown =>
  place.split('.').reduce((value, key) => (value as Fields)[key], section)

/** A copy of a section with another value at a place. */
export function withValueAt<Value>(section: Value, place: string, value: unknown): Value {
  const [key = '', ...rest] = place.split('.')
  const changed = rest.length > 0 ? withValueAt((section as Fields)[key], rest.join('.'), value) : value
  return (Array.isArray(section) ? section.with(Number(key), changed) : { ...section, [key]: changed }) as Value
}
