import { expect, test } from 'vitest'
import { type Document, textOf } from '#domain/content/document.ts'
import { readDocument } from '#domain/content/read-document.ts'
import { defaultSettings } from '#domain/settings/defaults.ts'
import { defaultContent, defaultMarkdown } from './defaults/default-content.ts'
import { fillDocument } from './fill-document.ts'
import { documentFromMarkdown } from './from-markdown.ts'

test.each(defaultContent)('the text $address of the house is one that the editor could save', ({ address }) => {
  const document = documentFromMarkdown(defaultMarkdown(address))
  expect(readDocument(document, 'document')).toEqual(document)
  expect(textOf(document).split(/\s+/).length).toBeGreaterThan(200)
})

/** Texts as long, and as deeply nested, as the settings of an earlier release took them: at most 200 of the signs in a paragraph. */
const longest = (piece: string) => {
  const paragraph = piece.repeat(Math.floor(200 / (piece.match(/[*_[\]<>`!]/g)?.length ?? 1)))
  return `${paragraph}\n\n`.repeat(Math.floor(30_000 / (paragraph.length + 2)))
}

test.each(['>', '*', '**a', '_a ', '[', '[a](', '![a](', '`', '<a ', '- - - *'])(
  'a text of nothing but %j of an earlier release can be read',
  piece => {
    expect(documentFromMarkdown(longest(piece)).type).toBe('doc')
  },
)

test('Markdown becomes headings, lists, marks, pictures, tables of sizes and questions; HTML stays text', () => {
  const document = documentFromMarkdown(`Sold **by us** <b>now</b>

## Who
- [shop](/shop) and [evil](javascript:alert(1))

1. one

> A quotation

![Silk](silk-cover "A caption")

![](sizes-of-rings)

#### Why?

Because.

## Next`)
  const text = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
  const line = (...content: object[]) => ({ type: 'paragraph', content })
  const list = (type: string, ...content: object[]) => ({ type, content: [{ type: 'listItem', content }] })
  expect(document.content).toEqual([
    line(text('Sold '), text('by us', { type: 'bold' }), text(' '), text('<b>'), text('now'), text('</b>')),
    { type: 'heading', attrs: { level: 2 }, content: [text('Who')] },
    list('bulletList', line(text('shop', { type: 'link', attrs: { href: '/shop' } }), text(' and '), text('evil'))),
    list('orderedList', line(text('one'))),
    { type: 'blockquote', content: [line(text('A quotation'))] },
    { type: 'picture', attrs: { picture: 'silk-cover', alt: 'Silk', caption: 'A caption' } },
    { type: 'sizeTable', attrs: { of: 'rings' } },
    { type: 'question', attrs: { title: 'Why?' }, content: [line(text('Because.'))] },
    { type: 'heading', attrs: { level: 2 }, content: [text('Next')] },
  ])
})

test('a picture of another site becomes its description', () => {
  expect(documentFromMarkdown('![A hat](https://example.com/hat.png)').content).toEqual([
    { type: 'paragraph', content: [{ type: 'text', text: 'A hat' }] },
  ])
})

test('a text names what the settings say, and leaves out a sentence about what they leave empty', () => {
  const filled = fillDocument(
    documentFromMarkdown('Sold by {name}. Call {phone} now. Write to **{email}** or [here](mailto:{email}).'),
    { ...defaultSettings, contact: { ...defaultSettings.contact, phone: '' } },
  )
  const mail = { type: 'link', attrs: { href: 'mailto:hello@vitrine.example' } }
  expect(textOf(filled)).toBe('Sold by Vitrine. Write to hello@vitrine.example or here.')
  const [paragraph] = filled.content
  expect(paragraph?.type === 'paragraph' && paragraph.content.filter(inline => 'marks' in inline)).toEqual([
    { type: 'text', text: 'hello@vitrine.example', marks: [{ type: 'bold' }, mail] },
    { type: 'text', text: 'here', marks: [mail] },
  ])
})

test('what the settings leave empty goes with the comma before it, else with its sentence', () => {
  const filled = fillDocument(
    documentFromMarkdown('The shop is run by {name}, {address}. Write to {email} or call {phone}. It is nice, {name}.'),
    { ...defaultSettings, contact: { ...defaultSettings.contact, address: [], phone: '' } },
  )
  expect(textOf(filled)).toBe('The shop is run by Vitrine. It is nice, Vitrine.')
})

test('filling a text leaves the stored one as it is', () => {
  const stored: Document = documentFromMarkdown('{name}')
  fillDocument(stored, defaultSettings)
  expect(textOf(stored)).toBe('{name}')
})
