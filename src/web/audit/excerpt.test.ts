import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const opening = 'We began in a small street. '.repeat(40)
const whole = (text: string) => ({ skipped: '', shown: text, rest: '' })

test('a short text is shown whole', () => {
  expect(excerptOf('short', 'long')).toEqual(whole('short'))
  expect(excerptOf('', opening)).toEqual(whole(''))
})

test('a long text is cut after 300 characters, at the end of a word, and nothing of it is lost', () => {
  const words = 'word '.repeat(200).trim()
  const { skipped, shown, rest } = excerptOf(words, '–')
  expect(skipped).toBe('')
  expect(shown.length).toBeLessThanOrEqual(300)
  expect(shown).toMatch(/word$/)
  expect(`${shown} ${rest}`).toBe(words)
})

test('what was changed at the end of a long text is shown with the words before it', () => {
  const [monday, friday] = [`${opening}Come in on a Monday.`, `${opening}Come in on a Friday.`]
  for (const [text, other] of [
    [monday, friday],
    [friday, monday],
  ] as const) {
    const { skipped, shown, rest } = excerptOf(text, other)
    expect(skipped + shown).toBe(text)
    expect(shown).toMatch(/^\S.*street\. Come in on a (Mon|Fri)day\.$/)
    expect(shown.length).toBeLessThan(120)
    expect(skipped).toMatch(/\s$/)
    expect(rest).toBe('')
  }
})

test('what was changed in the middle is shown with some of what follows', () => {
  const text = `${opening}Closed on Monday.\n\n${opening}`
  const { skipped, shown, rest } = excerptOf(text, `${opening}Open.\n\n${opening}`)
  expect(shown).toContain('Closed on Monday.')
  expect(shown.length).toBeLessThanOrEqual(300)
  expect((skipped + shown + rest).replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''))
})

test('what was added at the end, and where it is missing, is shown', () => {
  expect(excerptOf(`${opening}New.`, opening).shown).toMatch(/street\. New\.$/)
  expect(excerptOf(opening, `${opening}New.`).shown).toMatch(/\S street\. $/)
})

test.each([
  ['the texts are equal', opening],
  ['there is no other text', ''],
  ['the first words differ', `Now. ${opening}`],
])('a long text is shown from its beginning when %s', (_when, other) => {
  const { skipped, shown } = excerptOf(opening, other)
  expect([skipped, shown.slice(0, 27)]).toEqual(['', 'We began in a small street.'])
})

test('no character is cut in two', () => {
  const smiles = '😀'.repeat(400)
  for (const [text, other] of [
    [smiles, '–'],
    [`${smiles}😁`, `${smiles}😂`], // only their second halves differ
    [`${smiles}x😁${smiles}`, `${smiles}x😂${smiles}`],
  ] as const) {
    const { skipped, shown, rest } = excerptOf(text, other)
    expect(skipped + shown + rest).toBe(text)
    expect([skipped, shown, rest].every(part => part.isWellFormed())).toBe(true)
  }
  expect(excerptOf(`${smiles}😁`, `${smiles}😂`).shown).toMatch(/😁$/u)
})
