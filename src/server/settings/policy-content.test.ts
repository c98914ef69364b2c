import { expect, test } from 'vitest'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { readSection } from '#domain/settings/read-section.ts'
import { settingsLimits } from '#domain/settings/section.ts'
import { findUnusableLink, policyContent } from './policy-content.ts'

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

const linkOf = (url: string) => {
  const [part] = policyContent(`Please [write](${url}).`, defaultSettings).parts
  return part?.blocks[0]?.lines[0]?.find(({ text }) => text === 'write')?.link
}

test.each([
  '/shop',
  'https://example.com/a',
  'mailto:iris@example.com',
  'mailto:iris@example.com?subject=A%20dress',
  'tel:+33478000000',
  'tel:+33-4-78-00-00-00',
])('a text can link to %s', url => {
  expect(findUnusableLink(`[write](${url})`)).toBeUndefined()
  expect(linkOf(url)).toBe(url)
})

test('a text can link to what the settings say', () => {
  expect(findUnusableLink('[write](mailto:{email}) or [call](tel:{phone})')).toBeUndefined()
  expect(linkOf('mailto:{email}')).toBe(`mailto:${defaultSettings.contact.email}`)
  expect(linkOf('tel:{phone}')).toMatch(/^tel:\+?\d+$/)
})

test.each([
  'http://example.com',
  'javascript:alert(1)',
  'mailto:nobody',
  'mailto:',
  'tel:',
  'tel:help',
  '#part',
  'data:,x',
])('a link to %s would be left out, and is found', url => {
  expect(findUnusableLink(`## A part\n\n- an item with *a [link](${url})*`)).toBe(url)
  expect(linkOf(url)).toBeUndefined()
})

test('the words of a link that is written apart stay, and the link is found', () => {
  const text = 'Please [write][there].\n\n[there]: https://example.com'
  expect(findUnusableLink(text)).toBe('https://example.com')
  expect(JSON.stringify(policyContent(text, defaultSettings))).toContain('write')
})
