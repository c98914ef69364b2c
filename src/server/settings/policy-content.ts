import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { deliveryCountries } from '#domain/orders/checkout.ts'
import { isTextLink } from '#domain/settings/fields.ts'
import type { Settings } from '#domain/settings/section.ts'
import { type Block, type Inline, mailLink, type PolicyContent, phoneLink } from '#domain/settings/shown.ts'

/** What the placeholders of a text stand for. */
type Words = Record<string, Inline>

/**
 * Reads a text of the owner's, in Markdown, as data that a page can show: headings, paragraphs, lists, links and emphasis.
 * Anything else is shown as the text that it is, HTML too.
 */
export function policyContent(markdown: string, settings: Pick<Settings, 'identity' | 'contact'>): PolicyContent {
  const words = wordsOf(settings)
  const parts: PolicyContent['parts'] = []
  for (const node of fromMarkdown(withoutEmpty(markdown, words)).children) {
    if (node.type === 'heading') {
      parts.push({ title: textOf(inlinesOf(node.children, words)), blocks: [] })
      continue
    }
    if (parts.length === 0) parts.push({ title: '', blocks: [] })
    parts.at(-1)?.blocks.push(...blocksOf(node, words))
  }
  return { parts }
}

const countries = new Intl.DisplayNames('en', { type: 'region' })
const destinations = deliveryCountries.map(code => countries.of(code) ?? code).toSorted()

function wordsOf({
  identity: { name },
  contact: { address, email, phone },
}: Pick<Settings, 'identity' | 'contact'>): Words {
  return {
    name: { text: name },
    address: { text: address.join(', ') },
    email: { text: email, link: mailLink(email) },
    phone: { text: phone, link: phoneLink(phone) },
    countries: { text: destinations.join(', ') },
  }
}

const placeholder = /\{(name|address|email|phone|countries)\}/

/** A sentence about something that the settings leave empty is left out. */
const withoutEmpty = (markdown: string, words: Words) =>
  markdown
    .split(/(?<=[.!?])(?= )/)
    .filter(sentence => {
      const [, name = ''] = placeholder.exec(sentence) ?? []
      return words[name]?.text !== ''
    })
    .join('')

function blocksOf(node: RootContent, words: Words): Block[] {
  if (node.type === 'list')
    return [
      {
        kind: node.ordered ? 'steps' : 'list',
        lines: node.children.map(item => item.children.flatMap(child => lineOf(child, words))),
      },
    ]
  if (node.type === 'blockquote') return node.children.flatMap(child => blocksOf(child, words))
  const line = lineOf(node, words)
  return line.length > 0 ? [{ kind: 'paragraph', lines: [line] }] : []
}

function lineOf(node: RootContent, words: Words): Inline[] {
  if (node.type === 'paragraph' || node.type === 'heading') return inlinesOf(node.children, words)
  if ('children' in node) return (node.children as RootContent[]).flatMap(child => lineOf(child, words))
  return 'value' in node ? [{ text: node.value }] : []
}

function inlinesOf(nodes: PhrasingContent[], words: Words, look: Omit<Inline, 'text'> = {}): Inline[] {
  return nodes.flatMap(node => {
    switch (node.type) {
      case 'text':
        return filled(node.value, words).map(piece => ({ ...piece, ...look }))
      case 'strong':
        return inlinesOf(node.children, words, { ...look, isStrong: true })
      case 'emphasis':
        return inlinesOf(node.children, words, { ...look, isEmphasized: true })
      case 'link':
        return inlinesOf(node.children, words, { ...look, ...linkOf(node.url, words) })
      case 'linkReference':
        return inlinesOf(node.children, words, look)
      case 'break':
        return [{ text: ' ', ...look }]
      default:
        return plainOf(node) === '' ? [] : [{ text: plainOf(node), ...look }]
    }
  })
}

const plainOf = (node: Nodes): string => ('value' in node ? node.value : 'alt' in node ? (node.alt ?? '') : '')

/** The links to what the settings say, which change with them. */
const ofSettings: Record<string, string> = { 'mailto:{email}': 'email', 'tel:{phone}': 'phone' }

function linkOf(url: string, words: Words): Pick<Inline, 'link'> {
  const link = words[ofSettings[url] ?? '']?.link ?? url
  return isTextLink(link) ? { link } : {}
}

/** The first link of a text that its page could not show as one; undefined when there is none. */
export function findUnusableLink(markdown: string): string | undefined {
  if (!/\]\(|\]:|<[a-z][a-z\d+.-]*:/i.test(markdown)) return undefined // reading a long text takes time
  const isUnusable = (url: string) => !ofSettings[url] && !isTextLink(url)
  const find = (node: Nodes): string | undefined => {
    if (node.type === 'definition' || (node.type === 'link' && isUnusable(node.url))) return node.url
    for (const child of 'children' in node ? node.children : []) {
      const found = find(child)
      if (found !== undefined) return found
    }
    return undefined
  }
  return find(fromMarkdown(markdown))
}

function filled(text: string, words: Words): Inline[] {
  return text
    .split(placeholder)
    .map((piece, index) => (index % 2 === 1 ? (words[piece] ?? { text: piece }) : { text: piece }))
    .filter(piece => piece.text !== '')
}

const textOf = (inlines: Inline[]) => inlines.map(({ text }) => text).join('')
