import { expect, test } from 'vitest'
import { accentShades } from '#domain/settings/accent.ts'
import { defaultSettings as first } from '#domain/settings/defaults.ts'
import type { Settings } from '#domain/settings/section.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import { draftShown } from './draft-shown.ts'

const now = new Date('2026-12-01T12:00:00Z')
const id = '0a'.repeat(16)
const picture = { id, width: 640, height: 800 }
const shown = (change: Partial<Settings>) =>
  draftShown({ ...first, ...change }, { frame: { name: 'Saved' } as ShopFrame, pictures: { [id]: picture }, now })
type Hero = Settings['home']['heroes'][number]
const [hero] = first.home.heroes as [Hero]
const spring: Hero = { ...hero, title: 'Spring', from: '2027-03-01T00:00:00Z', until: null }
const advent: Hero = { ...hero, title: 'Advent', from: '2026-11-29T00:00:00Z', until: '2026-12-24T18:00:00Z' }

test('shows the name, the mark and the shades of an accent', () => {
  const { frame } = shown({ identity: { name: 'Orchid', tagline: 'hats', mark: id, accent: '#225' } })
  expect(frame).toMatchObject({ name: 'Orchid', tagline: 'hats', mark: picture, accent: accentShades('#222255') })
})

test('an accent that is not a color yet, and the first one, are the accent of the stylesheet', () => {
  for (const accent of ['#8e', '#8E2F3C'])
    expect(shown({ identity: { ...first.identity, accent } }).frame.accent).toBeNull()
})

test('an announcement is shown at its time only', () => {
  const announcement = { text: 'Open on Sunday', link: '', from: null, until: '2026-12-01T12:00:00Z' }
  expect(shown({ announcement }).frame.announcement).toBeNull()
  const longer = { ...announcement, until: '2026-12-01T12:01:00Z' }
  expect(shown({ announcement: longer }).frame.announcement).toEqual({ text: 'Open on Sunday', link: '' })
})

test('the first hero whose time it is is shown, and without one the first of all', () => {
  const showing = (...heroes: Hero[]) => shown({ home: { ...first.home, heroes } }).home.hero.title
  expect(showing(spring, advent, hero)).toBe('Advent')
  expect(showing(spring)).toBe('Spring')
  expect(showing()).toBe('')
})

test('hidden deals are left out, and an empty line of the address as well', () => {
  const deals = { ...first.home.deals, isShown: false }
  expect(shown({ home: { ...first.home, deals } }).home.deals).toBeNull()
  const contact = { ...first.contact, address: ['1 Arcade Row', ' '] }
  expect(shown({ contact }).frame.address).toEqual(['1 Arcade Row'])
})
