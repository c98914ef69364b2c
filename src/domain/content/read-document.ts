import { isUuid } from '../ids.ts'
import { fieldsOf, isTextLink } from '../settings/fields.ts'
import { hasSomethingToSee } from '../text.ts'
import {
  type Block,
  type Document,
  drawnPictures,
  type Inline,
  isUploaded,
  type List,
  type ListItem,
  type Mark,
  documentLimits as max,
  type Paragraph,
  sizeRuns,
  textOf,
} from './document.ts'

/** The links to what the settings say, which change with them. */
export const settingLinks = ['mailto:{email}', 'tel:{phone}'] as const

/** Whether a link of a document can lead there. */
export const isDocumentLink = (href: string): boolean => settingLinks.some(each => each === href) || isTextLink(href)

interface Bounds {
  fail(message: string): never
  nodes: number
  characters: number
  pictures: number
  products: number
}

/**
 * Reads a document that a browser sent. What it does not know of a node it leaves out; empty paragraphs and headings, too.
 * @param place the place of its field
 * @throws FieldError for a kind of node that it does not know, an address that no link may have, and beyond `documentLimits`
 */
export function readDocument(sent: unknown, place: string): Document {
  const fail = (message: string): never => fieldsOf({}).fail(place, message)
  const bounds: Bounds = { fail, nodes: 0, characters: 0, pictures: 0, products: 0 }
  const { type, content } = nodeOf(sent, bounds)
  if (type !== 'doc') fail('The text must be a document.')
  const blocks = childrenOf(content, bounds).map(child => readBlock(child, bounds, 1))
  return { type: 'doc', content: blocks.filter(block => !isEmpty(block)) }
}

const isEmpty = (block: Block) => (block.type === 'paragraph' || block.type === 'heading') && block.content.length === 0

interface SentNode {
  type: string
  attrs: Record<string, unknown>
  content: unknown
  text: unknown
  marks: unknown
}

function nodeOf(sent: unknown, bounds: Bounds): SentNode {
  if (++bounds.nodes > max.nodes)
    bounds.fail(`The text has more than ${max.nodes.toLocaleString('en-US')} parts: make two of it.`)
  const { type, attrs, content, text, marks } = (isRecord(sent) ? sent : {}) as Record<string, unknown>
  if (typeof type !== 'string') return bounds.fail('A part of the text has no kind.')
  return { type, attrs: isRecord(attrs) ? attrs : {}, content, text, marks }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function childrenOf(content: unknown, bounds: Bounds): unknown[] {
  if (content === undefined) return []
  return Array.isArray(content) ? content : bounds.fail('A part of the text is not a list.')
}

function readBlock(sent: unknown, bounds: Bounds, depth: number): Block {
  const node = nodeOf(sent, bounds)
  const { type, attrs } = node
  const attribute = (name: string, noun: string, limit: number, isNeeded = false) =>
    readAttribute(attrs[name], noun, { limit, isNeeded, bounds })
  const lines = () => childrenOf(node.content, bounds).map(child => readLine(child, bounds, depth + 1))
  switch (type) {
    case 'paragraph':
      return { type, content: readInlines(node, bounds) }
    case 'heading':
      return { type, attrs: { level: attrs.level === 3 ? 3 : 2 }, content: readInlines(node, bounds) }
    case 'bulletList':
    case 'orderedList':
      return readList(node, bounds, depth)
    case 'blockquote':
      return { type, content: lines().filter(line => line.type === 'paragraph') }
    case 'question':
      return readQuestion(attribute('title', 'A question', max.question, true), lines(), bounds)
    case 'picture': {
      if (++bounds.pictures > max.pictures) bounds.fail(`A text can have at most ${max.pictures} pictures.`)
      const { picture } = attrs
      if (typeof picture !== 'string' || !isPicture(picture)) return bounds.fail('A picture must be uploaded first.')
      const alt = attribute('alt', 'The description of a picture', max.alt)
      return { type, attrs: { picture, alt, caption: attribute('caption', 'The line below a picture', max.caption) } }
    }
    case 'product': {
      if (++bounds.products > max.products) bounds.fail(`A text can show at most ${max.products} products.`)
      const { id } = attrs
      if (typeof id !== 'string' || !isUuid(id)) return bounds.fail('A product is named by its id.')
      return { type, attrs: { id: id.toLowerCase() } }
    }
    case 'sizeTable':
      return { type, attrs: { of: sizeRuns.find(run => run === attrs.of) ?? 'dresses' } }
    default:
      return bounds.fail(`A text cannot have a part of the kind “${type.slice(0, 40)}”.`)
  }
}

function readQuestion(title: string, answer: (Paragraph | List)[], { fail }: Bounds): Block {
  if (!answer.some(line => hasSomethingToSee(textOf(line)))) fail('An answer is missing.')
  return { type: 'question', attrs: { title }, content: answer }
}

function readAttribute(
  value: unknown,
  noun: string,
  { limit, isNeeded, bounds }: { limit: number; isNeeded: boolean; bounds: Bounds },
): string {
  const text = typeof value === 'string' ? value.replaceAll(unshown, ' ').replaceAll(/\s+/g, ' ').trim() : ''
  if (isNeeded && !hasSomethingToSee(text)) bounds.fail(`${noun} is missing.`)
  return text.length > limit ? bounds.fail(`${noun} can have at most ${limit} characters.`) : text
}

/** Whether it names an uploaded picture or one of the house. */
export const isPicture = (picture: string): boolean =>
  isUploaded(picture) || drawnPictures.some(each => each === picture)

/** A paragraph or a list, as items, quotes and answers hold them. */
function readLine(sent: unknown, bounds: Bounds, depth: number): Paragraph | List {
  const node = nodeOf(sent, bounds)
  if (node.type === 'paragraph') return { type: 'paragraph', content: readInlines(node, bounds) }
  return readList(node, bounds, depth)
}

function readList({ type, content }: SentNode, bounds: Bounds, depth: number): List {
  if (type !== 'bulletList' && type !== 'orderedList')
    return bounds.fail('A list, a quotation and an answer have paragraphs and lists alone.')
  if (depth > max.depth) return bounds.fail(`Lists can lie in one another ${max.depth / 2} deep.`)
  const items = childrenOf(content, bounds).map((sentItem): ListItem => {
    const item = nodeOf(sentItem, bounds)
    if (item.type !== 'listItem') return bounds.fail('A list has items alone.')
    return {
      type: 'listItem',
      content: childrenOf(item.content, bounds).map(child => readLine(child, bounds, depth + 2)),
    }
  })
  return { type, content: items }
}

function readInlines({ content }: SentNode, bounds: Bounds): Inline[] {
  return childrenOf(content, bounds).flatMap((sent): Inline[] => {
    const node = nodeOf(sent, bounds)
    if (node.type === 'hardBreak') return [{ type: 'hardBreak' }]
    if (node.type !== 'text' || typeof node.text !== 'string')
      return bounds.fail(`A line cannot have a part of the kind “${node.type.slice(0, 40)}”.`)
    const text = node.text.replaceAll(unshown, ' ')
    bounds.characters += text.length
    if (bounds.characters > max.characters)
      bounds.fail(`A text can have at most ${max.characters.toLocaleString('en-US')} characters.`)
    if (text === '') return []
    const marks = readMarks(node.marks, bounds)
    return [{ type: 'text', text, ...(marks.length > 0 && { marks }) }]
  })
}

/** Control characters, lone surrogates, and those that turn the order of the letters around. */
const unshown = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/gu

function readMarks(sent: unknown, bounds: Bounds): Mark[] {
  const seen = new Map<string, Mark>()
  for (const mark of childrenOf(sent, bounds).slice(0, 10)) {
    const { type, attrs } = isRecord(mark) ? mark : {}
    if (type === 'bold' || type === 'italic') seen.set(type, { type })
    if (type !== 'link') continue
    const href = isRecord(attrs) && typeof attrs.href === 'string' ? attrs.href.trim() : ''
    if (!isDocumentLink(href))
      bounds.fail(
        `A link cannot lead to ${href.slice(0, 100) || 'nowhere'}: use a page of the shop, such as /shop, https://, mailto: or tel:.`,
      )
    seen.set(type, { type, attrs: { href } })
  }
  return ['bold', 'italic', 'link'].flatMap(type => seen.get(type) ?? [])
}

/** Whether a document shows anything at all. */
export const hasContent = (document: Document): boolean =>
  hasSomethingToSee(textOf(document)) ||
  document.content.some(({ type }) => type === 'picture' || type === 'product' || type === 'sizeTable')
