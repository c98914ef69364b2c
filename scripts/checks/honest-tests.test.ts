import { expect, test } from 'vitest'
import { dishonestLines } from './honest-tests.ts'

// Built from pieces, otherwise the check would report this file.
const words = {
  skip: 'sk' + 'ip',
  only: 'on' + 'ly',
  todo: 'to' + 'do',
  again: 'ret' + 'ries',
  repeat: 'ret' + 'ry',
  caught: 'cat' + 'ch',
}

test.each([
  `test.${words.skip}('a dress', () => {})`,
  `test.describe.${words.only}('a dress', () => {})`,
  `it.concurrent.${words.todo}('a dress')`,
  `test.${words.skip}If(process.env.CI)('a dress', () => {})`,
  `test.fix${'me'}('a dress', () => {})`,
  `x${'it'}('a dress', () => {})`,
  `test('a dress', ({ ${words.skip} }) => ${words.skip}())`,
  `test('a dress', { ${words.skip}: true }, () => {})`,
  `export default { ${words.again}: 2 }`,
  `export default { ${words.again}: process.env.CI ? 2 : 0 }`,
  `test('a dress', { ${words.repeat}: 3 }, () => {})`,
  `try { buy() } ${words.caught} {}`,
  `try { buy() } ${words.caught} (error) {\n  // never mind\n}`,
  `await buy().${words.caught}(() => {})`,
  `await buy().${words.caught}(() => undefined)`,
  `asAdmin.${words.skip}('a dress', () => {})`,
  `exp${'ect'}(owner.role).toBe('admin')`,
  `exp${'ect'}(true).toBe(true)`,
  `await page.waitForLoadState('network${'idle'}')`,
  `await page.waitFor${'Timeout'}(500)`,
])('finds %s', source => {
  expect(dishonestLines(`first line\n${source}`)).toEqual([expect.stringMatching(/^2: /)])
})

test.each([
  `test('a visitor may ${words.skip} the menu', () => {})`,
  `export default { ${words.again}: 0, forbidOnly: true }`,
  `try { buy() } ${words.caught} (error) { expect(error).toBeDefined() }`,
  `await buy().${words.caught}((error: unknown) => error)`,
  `expect(cart.${words.only}One).toBe(true)`,
  `expect(owner.email).toBe(said)`,
])('lets %s pass', source => {
  expect(dishonestLines(source)).toEqual([])
})
