/** The beginning of a description, up to the end of a word, as search engines show it. */
export const shortened = (description: string): string =>
  description.length > 160
    ? `${description
        .slice(0, 157)
        .replace(/\s\S*$/, '')
        .trimEnd()}…`
    : description
