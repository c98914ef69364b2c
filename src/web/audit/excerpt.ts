interface Excerpt {
  /** What comes before, when the change is far from the beginning. */
  skipped: string
  shown: string
  rest: string
}

const shownLength = 300
/** A text is not cut for the sake of fewer characters than these. */
const minRest = 50
/** So many characters before a change are shown, to say where it is. */
const contextLength = 80

/** The part of a long text in which it first differs from another one; the beginning when they do not differ. */
export function excerptOf(text: string, other: string): Excerpt {
  if (text.length <= shownLength + minRest) return { skipped: '', shown: text, rest: '' }
  const start = text === other ? 0 : startFor(text, firstDifference(text, other))
  const [shown, rest] = cutText(text.slice(start))
  return { skipped: text.slice(0, start), shown, rest }
}

/** The length of the text when it does not differ from another one within it. */
function firstDifference(text: string, other: string): number {
  let at = 0
  while (at < text.length && text[at] === other[at]) at++
  return at
}

/** The beginning of the text, or of a word before a change that would not be seen from there. */
function startFor(text: string, changedAt: number): number {
  if (changedAt < shownLength - contextLength) return 0
  const from = changedAt - contextLength
  const gap = /\s\S/.exec(text.slice(from, changedAt))
  return gap ? from + gap.index + 1 : from - Number(isSecondHalf(text, from))
}

/** Whether a character of two code units, such as an emoji, would be cut in two. */
const isSecondHalf = (text: string, at: number) => /[\udc00-\udfff]/.test(text[at] ?? '')

/** The beginning of a long text, up to the end of a word, and the rest of it. */
function cutText(text: string): [start: string, rest: string] {
  if (text.length <= shownLength + minRest) return [text, '']
  const start = /^[\s\S]{0,300}(?=\s)/u.exec(text)?.[0] || [...text.slice(0, shownLength + 1)].slice(0, -1).join('')
  return [start, text.slice(start.length).trimStart()]
}
