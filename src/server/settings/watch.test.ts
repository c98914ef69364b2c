import { afterAll, expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { testApp } from '../../../tests/support/app.ts'
import { statementsDuring } from '../../../tests/support/count-statements.ts'
import { openDatabase } from '../db/connection.ts'
import { systemClock } from '../lib/clock.ts'
import { watchSettings } from './watch.ts'

const { db } = await testApp()
const nowhere = openDatabase({ host: '/nowhere', port: 5432, user: 'nobody', database: 'none' })
afterAll(() => nowhere.destroy())
const open = (of: typeof db) =>
  watchSettings({ db: of, clock: systemClock, log: { warn: () => undefined }, onMoment: () => undefined })

test('ten changes at once are read once', async () => {
  const settings = open(db)
  const statements = await statementsDuring(() => Promise.all(Array.from({ length: 10 }, settings.refresh)))
  settings.close()
  expect(statements.filter(text => text.includes('"shop_setting"'))).toHaveLength(1)
})

test('a change that comes while the settings are being read is read after them', async () => {
  const settings = open(db)
  settings.setListening(true)
  const first = settings.refresh()
  await Promise.resolve() // it has begun
  const value = { ...defaultSettings.catalogue, colors: [] }
  await db
    .insertInto('shop_setting')
    .values({ section: 'catalogue', value: JSON.stringify(value), version: 1 })
    .execute()
  await Promise.all([first, settings.refresh()])
  settings.close()
  expect((await settings.collections(nowhere)).catalogue).toEqual(value)
  await db.deleteFrom('shop_setting').execute()
})

test('while no changes are heard, collections are those of the database that is asked', async () => {
  const settings = open(nowhere)
  await settings.refresh()
  expect((await settings.collections(db)).catalogue).toEqual(defaultSettings.catalogue)
  settings.setListening(true)
  expect((await settings.collections(db)).catalogue).toEqual(defaultSettings.catalogue) // its own read has failed
  settings.close()
})
