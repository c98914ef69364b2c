const maxWords = 8
const maxWordLength = 40

/** Removes accents, capitals and possessive endings, as the SQL function `search_text` does for the products' texts. */
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

/** Returns the words of a plain text. They consist of letters and digits, so they need no escaping in a query. */
export const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords).map(word => word.slice(0, maxWordLength))
