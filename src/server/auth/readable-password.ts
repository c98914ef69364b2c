import { randomInt } from 'node:crypto'

/** Nothing that looks like something else. */
const emails = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Groups of five letters and digits, each group of nearly 25 random bits. */
const readable = (groups: number) =>
  Array.from({ length: groups }, () => Array.from({ length: 5 }, () => emails[randomInt(emails.length)]).join('')).join(
    '-',
  )

/** 99 random bits. */
export const readablePassword = () => readable(4)

/** 124 random bits: nobody finds it from its hash, and it can be typed from paper. */
export const readableCode = () => readable(5)
