import { expect, test } from 'vitest'
import { createProduct } from '../../../../tests/support/builders.ts'
import { testDatabase } from '../../../../tests/support/database.ts'
import { giveVariants } from './give-variants.ts'

test('products without a variant get one; an interrupted run continues behind the last product, and a finished one is over', async () => {
  const { db, close } = await testDatabase()
  const ids = []
  for (let i = 0; i < 3; i++) ids.push((await createProduct(db)).id)
  const [first = '', second = '', third = ''] = ids.sort()
  await db.deleteFrom('variant').execute()
  const variants = async () => (await db.selectFrom('variant').select('id').orderBy('id').execute()).map(({ id }) => id)

  await db.insertInto('variant_backfill').values({ last_product: first }).execute()
  await giveVariants(db)
  expect(await variants()).toEqual([second, third])
  expect(await db.selectFrom('variant_backfill').selectAll().execute()).toEqual([])
  await giveVariants(db)
  expect(await variants()).toEqual([second, third])
  await close()
})
