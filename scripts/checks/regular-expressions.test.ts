import { expect, test } from 'vitest'
import { patternsIn, slowPatterns } from './regular-expressions.ts'

const quadratic = String.raw`\d+\s*\s*x$`

test.each([
  ['a literal', `const price = /${quadratic}/u`],
  ['a literal in a component', `export const Price = () => <p>{text.replace(/${quadratic}/, '')}</p>`],
  ['a constructor', `const price = new RegExp(${JSON.stringify(quadratic)}, 'u')`],
  ['a constructor without new', `const price = RegExp(String.raw\`${quadratic}\`)`],
  [
    'a constructor with constants',
    `const end = String.raw\`\\s*x$\`\nconst price = new RegExp(\`\\\\d+\\\\s*\${end}\`)`,
  ],
  ['a JSON schema', `const Price = Type.String({ pattern: ${JSON.stringify(quadratic)} })`],
  ['a field', `export const Price = () => <input pattern="${quadratic}" />`],
])('%s that some text makes slow is found', async (_, code) => {
  const found = await slowPatterns(patternsIn('price.tsx', `\n${code}`))
  expect(found).toEqual([expect.stringMatching(/^price\.tsx:[23]: .* can be made slow: .* polynomial$/)])
})

test('an exponential one is found, and reported once with all its places', async () => {
  const code = 'const a = /^(a+)+$/\nconst b = /^(a+)+$/'
  const found = await slowPatterns(patternsIn('a.ts', code))
  expect(found).toEqual(['a.ts:1, a.ts:2: /^(a+)+$/ can be made slow: exponential'])
})

test('one that is built from run-time values is refused', async () => {
  const code = 'const find = (name: string) => new RegExp(name)'
  expect(await slowPatterns(patternsIn('a.ts', code))).toEqual([expect.stringMatching(/^a\.ts:1: .* when it runs$/)])
})

test('ordinary ones pass', async () => {
  const code = `const price = /^\\d{1,9}(\\.\\d+)?$/\nconst words = text.match(/[\\p{L}\\p{N}]+/gu)`
  expect(await slowPatterns(patternsIn('a.ts', code))).toEqual([])
})
