const maxShown = 160

/** The beginning of a description, up to the end of a word, as search engines show it. */
export function shortened(description: string): string {
  if (description.length <= maxShown) return description
  const start = description.slice(0, maxShown - 3).replace(/\s\S*$/, '')
  return `${start.trimEnd()}…`
}
