const widthOf = (letter: string) =>
  /[mwMW&@]/.test(letter) ? 1.05 : /[ijlftI1 .,'’-]/.test(letter) ? 0.42 : letter === letter.toLowerCase() ? 0.65 : 0.81

/**
 * How wide a house's name is in its display face, so that it takes its place before its letters have arrived; a long one is set
 * closer. The rest is said in styles.css.
 */
export function wordmarkFit(name: string) {
  const widths = Array.from(name, widthOf)
  const em = widths.reduce((sum, width) => sum + width, 0)
  return em > 8 ? { '--em': em - widths.length * 0.08, '--gap': '0.04em' } : { '--em': em }
}
