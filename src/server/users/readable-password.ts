import { randomInt } from 'node:crypto'

/** Nothing that looks like something else. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five letters and digits, 99 random bits. */
export const readablePassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => letters[randomInt(letters.length)]).join('')).join(
    '-',
  )
