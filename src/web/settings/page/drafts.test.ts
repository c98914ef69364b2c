import { expect, test } from 'vitest'
import { defaultSettings as first } from '#domain/settings/defaults.ts'
import { type ManagedSettings, type Section, sections } from '#domain/settings/section.ts'
import { adoptNewer, draftsOf, isUnsaved, textsOf, withSaved, withTexts } from './drafts.ts'

const managed = (versions: Partial<Record<Section, number>> = {}, change: object = {}) =>
  ({
    ...Object.fromEntries(
      sections.map(name => [name, { value: first[name], version: versions[name] ?? 0, isOwn: false }]),
    ),
    ...change,
    pictures: {},
  }) as ManagedSettings
const identity = (name: string) => ({ ...first.identity, name })

test('what another admin has saved is taken over, but not over what is typed', () => {
  const opened = draftsOf(managed())
  const typing = { ...opened, typed: { ...opened.typed, identity: identity('Mine') } }
  const announcement = { ...first.announcement, text: 'Theirs' }
  const newest = managed(
    {},
    {
      identity: { value: identity('Theirs'), version: 1, isOwn: true },
      announcement: { value: announcement, version: 1, isOwn: true },
    },
  )
  const { saved, typed } = adoptNewer(typing, newest)
  expect(typed).toMatchObject({ identity: { name: 'Mine' }, announcement: { text: 'Theirs' } })
  expect([saved.identity.version, saved.announcement.version]).toEqual([0, 1])
})

test('a saved section shows what was stored, and what was typed while it was saved stays unsaved', () => {
  const opened = draftsOf(managed())
  const sent = identity(' Orchid ')
  const stored = { sent, value: identity('Orchid'), version: 1 }
  const typed = { ...opened, typed: { ...opened.typed, identity: sent } }
  const done = withSaved(typed, 'identity', stored)
  expect(done.typed.identity.name).toBe('Orchid')
  expect(isUnsaved(done, 'identity')).toBe(false)
  const longer = { ...opened, typed: { ...opened.typed, identity: identity('Orchid & Sons') } }
  const going = withSaved(longer, 'identity', stored)
  expect(going.typed.identity.name).toBe('Orchid & Sons')
  expect(isUnsaved(going, 'identity')).toBe(true)
})

test('what was typed when the session ended is filled in again, with the version that it changes', () => {
  const opened = draftsOf(managed())
  const texts = textsOf({ ...opened, typed: { ...opened.typed, identity: identity('Orchid') } })
  expect(Object.keys(texts)).toEqual(['identity'])
  const again = withTexts(draftsOf(managed({ identity: 3, home: 2 })), texts)
  expect(again.typed.identity.name).toBe('Orchid')
  expect([again.saved.identity.version, again.saved.home.version]).toEqual([0, 2])
  expect(withTexts(opened)).toEqual(opened)
})
