import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unpackWoff } from './woff.ts'

export type Weight = 400 | 600

const resolve = (path: string) => fileURLToPath(import.meta.resolve(`@fontsource/inter/${path}`))

const opened = new Map<string, Buffer>()

/** The font of the characters of one script. */
export function fontOf(script: string, weight: Weight): Buffer {
  const file = `files/inter-${script}-${weight}-normal.woff`
  const font = opened.get(file) ?? unpackWoff(readFileSync(resolve(file)))
  opened.set(file, font)
  return font
}

/** The scripts of the shop's typeface, each with the ranges of its characters; basic Latin comes first. */
const scripts: { script: string; ranges: [first: number, last: number][] }[] = readScripts()

function readScripts() {
  const found: Record<string, string> = JSON.parse(readFileSync(resolve('unicode.json'), 'utf8'))
  return Object.entries(found)
    .map(([script, list]) => ({ script, ranges: list.split(',').map(rangeOf) }))
    .toSorted((one, other) => Number(other.script === 'latin') - Number(one.script === 'latin'))
}

/** Such as `U+0400-045F` or `U+2116`. */
function rangeOf(text: string): [first: number, last: number] {
  const [first = '', last = first] = text.slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/** The script whose font has a character; undefined when no font has it. */
function scriptOf(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  return scripts.find(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))?.script
}

/** A piece of text that one font prints. */
export interface Run {
  script: string
  text: string
}

/** What stands for a character that no font has: a browser prints these on the page of the invoice. */
const missing = '\ufffd'

/** Splits a text by the fonts that print it. */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const known = scriptOf(character)
    const script = known ?? 'latin'
    const last = runs.at(-1)
    const printed = known ? character : missing
    if (last?.script === script) last.text += printed
    else runs.push({ script, text: printed })
  }
  return runs
}

export const isPrintable = (text: string): boolean => !runsOf(text).some(run => run.text.includes(missing))
