import { expect, test } from 'vitest'
import type { SearchAnswer } from '#domain/products/search.ts'
import { catalogue } from '../../../demo/catalogue.ts'
import { seed } from '../../../demo/seed.ts'
import { testApp } from '../../../tests/support/app.ts'
import { noLimits } from '../../../tests/support/limits.ts'
import { queries } from './queries.fixture.ts'

const firstWord = (name: string) => name.split(' ')[0] ?? ''

test('realistic searches find the expected products of the demo catalogue first', async () => {
  const { app, db, images } = await testApp({ limits: noLimits })
  await seed(db, images)
  const sold = new Set(catalogue.map(({ name }) => firstWord(name)))
  expect(queries.flatMap(([, ...first]) => first).filter(name => !sold.has(name))).toEqual([])

  const wrong: string[] = []
  for (const [typed, ...first] of queries) {
    const answer = await app.inject(`/api/search?limit=12&q=${encodeURIComponent(typed)}`)
    const { products }: SearchAnswer = answer.json().data
    const found = [...new Set(products.map(({ name }) => firstWord(name)))] // the colors of a style count once
    const isRight = first.length
      ? found.slice(0, first.length).toSorted().join() === first.toSorted().join()
      : found.length === 0
    if (!isRight) wrong.push(`${typed}: ${found.join(', ') || 'nothing'}`)
  }
  process.stdout.write(`Search: ${queries.length - wrong.length} of ${queries.length} queries right\n`)
  expect(wrong).toEqual([])
})
