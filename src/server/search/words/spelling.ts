/** How many letters are wrong, missing, too many, or have changed places with their neighbour. */
export function errorsBetween(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const min = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      )
      current.push(isSwap ? Math.min(min, (beforeLast[column - 2] ?? 0) + 1) : min)
    }
    beforeLast = last
    last = current
  }
  return last[b.length] ?? 0
}

/** The words that are most likely meant, best first: of those with few enough errors the ones with the fewest. */
export function likelyMeant(typed: string, words: string[]): string[] {
  const judged = words
    .map(word => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ word, errors }) => isForgiven(typed, word, errors))
  const fewest = Math.min(...judged.map(({ errors }) => errors))
  return judged.filter(({ errors }) => errors === fewest).map(({ word }) => word)
}

/** The shorter a word, the sooner it is another one with an error in it. */
function isForgiven(typed: string, word: string, errors: number): boolean {
  const letters = typed.length
  const startsAlike = word[0] === typed[0]
  if (/\p{N}/u.test(typed)) return false
  if (letters < 4) return startsAlike && swapsOf(typed).includes(word)
  if (letters < 6) return startsAlike && errors < 2
  return errors < 2 || (letters > 6 && errors === 2 && startsAlike)
}

/** The word with each two neighbours exchanged: such errors leave few trigrams as they were. */
export const swapsOf = (word: string): string[] =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  )
