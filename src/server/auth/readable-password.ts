import { randomInt } from 'node:crypto'

/** Letters and digits, without those that look alike. */
const characters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Groups of five characters, each with nearly 25 random bits. */
const readable = (groups: number) =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join(''),
  ).join('-')

/** 99 random bits. */
export const readablePassword = () => readable(4)

/** 124 random bits: too many to guess from the hash, and short enough to type from paper. */
export const readableCode = () => readable(5)
