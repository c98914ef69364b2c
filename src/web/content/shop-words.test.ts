import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const source = path.resolve(import.meta.dirname, '../..')
const shownToCustomers = ['web/**/*.{ts,tsx}', 'server/lib/plain-page.ts', 'server/mail/*.ts', 'sandbox/**/*.ts']
const demoShop = /Vitrine|Arcade|London|7946/

test('every file takes name and address of the shop from shop-info.ts, so that a renamed shop is renamed everywhere', () => {
  const files = globSync(shownToCustomers, { cwd: source }).filter(file => !/\.(?:test|fixture)\./.test(file))
  expect(files.length).toBeGreaterThan(100)
  const wrong = files.filter(file => {
    const text = readFileSync(path.join(source, file), 'utf8')
    return demoShop.test(text)
  })
  expect(wrong).toEqual([])
})
