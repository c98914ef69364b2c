const widthOf = (letter: string) =>
  /[mwMW&@]/.test(letter) ? 1.05 : /[ijlftI1 .,'’-]/.test(letter) ? 0.42 : letter === letter.toLowerCase() ? 0.65 : 0.81

/**
 * Estimates how wide the shop's name is in its display face, so that the layout does not shift when the font arrives. A
 * long name gets tighter spacing. styles.css uses both values.
 */
export function wordmarkFit(name: string) {
  const widths = Array.from(name, widthOf)
  const em = widths.reduce((sum, width) => sum + width, 0)
  return em > 8 ? { '--em': em - widths.length * 0.08, '--gap': '0.04em' } : { '--em': em }
}
