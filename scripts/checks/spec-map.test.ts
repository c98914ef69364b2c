import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findSpecMapFaults, specMapFaults } from './spec-map.ts'

const sources = {
  'tests/e2e/storefront/cart.spec.ts':
    "test('a dress is added once', async () => {})\ntest.each([1])(\n  'adds %i',\n  () => {},\n)",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a source as it is written
  'src/cart.test.ts': 'for (const to of pages) {\n  test(`${to} is shown`, () => {})\n}\ntest("it\'s there", () => {})',
}

/** Returns the faults of rows in a chapter without a minimum number of rows. */
const faultsOf = (...rows: string[]) => {
  const map = ['## Planted', '| requirement | shown by |', '|---|---|', ...rows].join('\n')
  return specMapFaults(map, sources).filter(fault => fault.startsWith('Planted'))
}

test('every line of the specification has a test, or a reason for none', () => {
  expect(findSpecMapFaults()).toEqual([])
})

test.each([
  'tests/e2e/storefront/cart.spec.ts: "a dress is added once"',
  'tests/e2e/storefront/cart.spec.ts: "adds %i"',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a title as the source writes it
  'tests/e2e/storefront/cart.spec.ts: "a dress is added once"<br>src/cart.test.ts: "${to} is shown"',
  'src/cart.test.ts: "it\'s there"',
  'not shown: the specification says so',
])('%s is a valid reference', shownBy => {
  expect(faultsOf(`| Adding a dress | ${shownBy} |`)).toEqual([])
})

test.each([
  ['', 'nothing shows it'],
  ['not shown:', 'no reason is given'],
  ['somebody looked at it', 'is neither a test nor not shown'],
  ['tests/e2e/bag.spec.ts: "a dress is added once"', 'there is no file tests/e2e/bag.spec.ts'],
  ['tests/e2e/storefront/cart.spec.ts: "a dress is added"', 'has no test "a dress is added"'],
  [
    'tests/e2e/storefront/cart.spec.ts: "adds %i"<br>src/cart.test.ts: "adds %i"',
    'src/cart.test.ts has no test "adds %i"',
  ],
])('the reference "%s" is a fault: %s', (shownBy, sentence) => {
  expect(faultsOf(`| Adding a dress | ${shownBy} |`)).toEqual([expect.stringContaining(sentence)])
})

test('a row without a requirement, and a duplicate row, are faults', () => {
  expect(faultsOf('|  | not shown: it says so |')).toEqual([expect.stringContaining('names nothing')])
  expect(faultsOf('| Clear Cart | not shown: it says so |', '| Clear Cart | not shown: it says so |')).toEqual([
    'Planted: Clear Cart stands there twice',
  ])
})

test('a chapter with fewer rows than the specification, and a missing one, are faults', () => {
  const map = readFileSync('docs/spec.md', 'utf8')
  const shorter = map.split('\n').filter(line => !line.startsWith('|'))
  expect(specMapFaults(shorter.join('\n'), {})).toContainEqual(expect.stringMatching(/^6\. .* rows, the specification/))
  expect(specMapFaults('', {})).toHaveLength(9)
})
