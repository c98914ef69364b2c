import { expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { readSection } from '#domain/settings/read-section.ts'
import { settingsLimits } from '#domain/settings/section.ts'
import { policyContent } from './policy-content.ts'

/** Texts that are as long, and as deeply nested, as the settings take them. */
const longest = (piece: string) => {
  const paragraph = piece.repeat(Math.floor(settingsLimits.signs / (piece.match(/[*_[\]<>`!]/g)?.length ?? 1)))
  return `${paragraph}\n\n`.repeat(Math.floor(settingsLimits.policy / (paragraph.length + 2)))
}

test.each(['>', '*', '**a', '_a ', '[', '[a](', '![a](', '`', '<a ', '- - - *'])(
  'a text of nothing but %j that the settings take can be shown',
  piece => {
    const terms = longest(piece)
    expect(readSection('policies', { ...defaultSettings.policies, terms }).error).toBeUndefined()
    expect(policyContent(terms, defaultSettings).parts.length).toBeGreaterThan(0)
  },
)

test('the texts with which a shop begins are taken', () => {
  expect(readSection('policies', defaultSettings.policies)).toEqual({ value: defaultSettings.policies })
})
