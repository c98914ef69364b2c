/**
 * Invisible characters and those that look like a space: Unicode's default-ignorable ones and the empty braille cell.
 */
const unseen = /[\p{DI}\u2800]/gu
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text has at least one visible letter, digit, mark or symbol. */
export const hasSomethingToSee = (text: string): boolean => visible.test(text.replace(unseen, ''))
