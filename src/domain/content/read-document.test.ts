import { expect, test } from 'vitest'
import { minutesToRead } from './document.ts'
import { addressFor, readContent } from './read-content.ts'
import { readDocument } from './read-document.ts'

const read = (...content: unknown[]) => readDocument({ type: 'doc', content }, 'document').content
const text = (words: string, ...marks: unknown[]) => ({ type: 'text', text: words, ...(marks.length > 0 && { marks }) })
const line = (...content: unknown[]) => ({ type: 'paragraph', content })
const link = (href: unknown) => ({ type: 'link', attrs: { href } })

test('a document comes out as it went in, without what is not known of it', () => {
  expect(
    read(
      {
        ...line(text('Silk', { type: 'bold' }, { type: 'strike' }, link(' /shop ')), { type: 'hardBreak' }),
        attrs: { textAlign: 'left' },
      },
      { type: 'heading', attrs: { level: 7, style: 'color:red', onclick: 'alert(1)' }, content: [text('Hats')] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [line(text('one'))] }] },
      {
        type: 'picture',
        attrs: { picture: 'silk-cover', alt: ' A \u202eglove ', caption: 'x', src: 'https://evil.example' },
      },
      { type: 'paragraph' },
      { type: 'heading' },
    ),
  ).toEqual([
    { type: 'paragraph', content: [text('Silk', { type: 'bold' }, link('/shop')), { type: 'hardBreak' }] },
    { type: 'heading', attrs: { level: 2 }, content: [text('Hats')] },
    { type: 'bulletList', content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [text('one')] }] }] },
    { type: 'picture', attrs: { picture: 'silk-cover', alt: 'A glove', caption: 'x' } },
  ])
})

const nested = (depth: number): unknown =>
  depth === 0 ? line(text('in')) : { type: 'bulletList', content: [{ type: 'listItem', content: [nested(depth - 1)] }] }

test.each<[string, unknown[], RegExp]>([
  ['a script in a link', [line(text('a', link('javascript:alert(1)')))], /cannot lead to javascript:alert\(1\)/],
  ['a script in a link, disguised', [line(text('a', link('java\nscript:alert(1)')))], /cannot lead to/],
  ['data in a link', [line(text('a', link('data:text/html,<script>')))], /cannot lead to/],
  ['a link to nothing', [line(text('a', link(null)))], /cannot lead to nowhere/],
  ['HTML', [{ type: 'html', content: [] }], /cannot have a part of the kind “html”/],
  ['a kind that every object has', [{ type: 'constructor' }], /“constructor”/],
  ['an image in a line', [line({ type: 'image', attrs: { src: 'x' } })], /“image”/],
  [
    'a heading in a quotation',
    [{ type: 'blockquote', content: [{ type: 'heading' }] }],
    /have paragraphs and lists alone/,
  ],
  [
    'a picture from elsewhere',
    [{ type: 'picture', attrs: { picture: 'https://evil.example/x.png' } }],
    /must be uploaded/,
  ],
  ['a product without an id', [{ type: 'product', attrs: { id: "' or 1=1" } }], /named by its id/],
  [
    'a question without an answer',
    [{ type: 'question', attrs: { title: 'Why?' }, content: [line()] }],
    /^An answer is/,
  ],
  ['10,000 blocks', Array.from({ length: 10_000 }, () => line()), /more than 3,000 parts/],
  ['a megabyte of text', [line(text('a'.repeat(1_000_000)))], /at most 100,000 characters/],
  [
    '61 pictures',
    Array.from({ length: 61 }, () => ({ type: 'picture', attrs: { picture: 'silk-cover' } })),
    /at most 60 pictures/,
  ],
  ['lists within lists', [nested(500)], /in one another/],
  ['no list of children', [{ type: 'paragraph', content: 'a' }], /not a list/],
  ['nothing', [null], /has no kind/],
])('%s is refused with a sentence', (_, content, sentence) => {
  expect(() => read(...content)).toThrow(sentence)
})

const fields = {
  kind: 'post',
  title: ' Caring for  wool ',
  address: 'Caring-For-Wool',
  summary: '',
  author: 'Ines',
  picture: null,
  alt: '',
  seoTitle: '',
  seoDescription: '',
  document: { type: 'doc', content: [line(text('Wash it cold.'))] },
  publishedFrom: '2026-12-01T10:00:00Z',
}

test('a post is read: its address in small letters, its summary always shown', () => {
  expect(readContent(fields)).toMatchObject({
    title: 'Caring for wool',
    address: 'caring-for-wool',
    showsSummary: true,
    publishedFrom: '2026-12-01T10:00:00.000Z',
  })
})

test.each<[object, RegExp]>([
  [{ kind: 'banana' }, /page or a post/],
  [{ title: '\u200b' }, /title of the post is missing/],
  [{ title: 'a'.repeat(121) }, /at most 120 characters/],
  [{ address: '../admin' }, /An address has letters from a to z/],
  [{ address: 'a b' }, /An address has letters/],
  [{ picture: 'constructor' }, /picture must be uploaded/],
  [{ publishedFrom: 'tomorrow' }, /must be a date with a time/],
  [{ document: { type: 'doc', content: [line(text(' \u200b '))] } }, /has no text yet/],
  [{ document: 'text' }, /has no kind/],
])('a post with %j is refused with a sentence', (change, sentence) => {
  expect(() => readContent({ ...fields, ...change })).toThrow(sentence)
})

test('a draft may be empty', () => {
  expect(readContent({ ...fields, publishedFrom: null, document: { type: 'doc' } }).document.content).toEqual([])
})

test('a title suggests an address', () => {
  expect(addressFor('  Crème & lace: 3 ways! ')).toBe('creme-lace-3-ways')
  expect(addressFor('絹')).toBe('')
  expect(addressFor('a'.repeat(200))).toHaveLength(80)
})

test('the time to read is at least a minute', () => {
  expect(minutesToRead({ type: 'doc', content: [] })).toBe(1)
  const words = 'word '.repeat(1_000)
  expect(minutesToRead(readDocument({ type: 'doc', content: [line(text(words))] }, ''))).toBe(5)
})
