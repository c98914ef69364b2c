const maxWords = 8
const maxWordLength = 40

/** Without accents, capitals and the ending of a possessive: the same as `search_text` makes of the products' texts. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/[øłđı]/g, letter => plainLetters[letter] ?? letter)
    .replace(/['’]s(?![\p{L}\p{N}])/gu, '')

const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** The words of a plain text: letters and digits alone, so they can stand in a query as they are. */
export const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords).map(word => word.slice(0, maxWordLength))
