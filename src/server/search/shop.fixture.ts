import { sql } from 'kysely'
import { beforeAll, beforeEach, expect } from 'vitest'
import type { SearchAnswer } from '#domain/products/search.ts'
import { testApp } from '../../../tests/support/app.ts'
import { noLimits } from '../../../tests/support/limits.ts'

type Shop = Awaited<ReturnType<typeof testApp>>

/** Opens a shop for one test file, emptied before each test, with functions to search it. */
export function searchedShop() {
  let shop: Shop
  beforeAll(async () => {
    shop = await testApp({ limits: noLimits })
  })
  beforeEach(async () => {
    await sql`truncate product, product_count, product_fits_count, product_sale_count, search_word, empty_search cascade`.execute(
      shop.db,
    )
  })
  const ask = (query: Record<string, string>) => shop.app.inject(`/api/search?${new URLSearchParams(query)}`)
  return {
    get db() {
      return shop.db
    },
    get app() {
      return shop.app
    },
    ask,
    async find(query: Record<string, string>): Promise<SearchAnswer> {
      const answer = await ask(query)
      expect(answer.statusCode).toBe(200)
      return answer.json().data
    },
  }
}

export const namesOf = ({ products }: SearchAnswer) => products.map(({ name }) => name)
