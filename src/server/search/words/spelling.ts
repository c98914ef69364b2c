/** Counts the letters that are wrong, missing, superfluous, or swapped with their neighbour (Damerau-Levenshtein distance). */
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

/** Returns the most likely corrections: of the words with an acceptable number of errors, those with the fewest. */
export function likelyCorrections(typed: string, words: string[]): string[] {
  const candidates = words
    .map(word => ({ word, errors: errorsBetween(typed, word) }))
    .filter(({ word, errors }) => isPlausible(typed, word, errors))
  const fewest = Math.min(...candidates.map(({ errors }) => errors))
  return candidates.filter(({ errors }) => errors === fewest).map(({ word }) => word)
}

/** A shorter word with an error is more often another word, so it may have fewer errors. */
function isPlausible(typed: string, word: string, errors: number): boolean {
  const letters = typed.length
  const startsAlike = word[0] === typed[0]
  if (/\p{N}/u.test(typed)) return false
  if (letters < 4) return startsAlike && swapsOf(typed).includes(word)
  if (letters < 6) return startsAlike && errors < 2
  return errors < 2 || (letters > 6 && errors === 2 && startsAlike)
}

/** Returns the word with each pair of neighbouring letters swapped. Such errors change most of its trigrams. */
export const swapsOf = (word: string): string[] =>
  Array.from(
    { length: Math.max(0, word.length - 1) },
    (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  )
