import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Block, Document, Inline, List, ListItem, Mark, Paragraph, Question } from '#domain/content/document.ts'
import { isPicture } from '#domain/content/read-document.ts'
import { isTextLink } from '#domain/settings/fields.ts'

/**
 * Reads a text in Markdown as a document. A picture by itself is a picture with its description, and its title as caption; one named
 * `sizes-of-dresses`, `-rings` or `-accessories` is a table of sizes. A heading of the fourth level is a question, and what follows its
 * answer. HTML is shown as the text that it is.
 */
export function documentFromMarkdown(markdown: string): Document {
  const content: Block[] = []
  let question: Question | undefined
  for (const node of fromMarkdown(markdown).children) {
    if (node.type === 'heading') {
      question = undefined
      const line = inlinesOf(node.children)
      if (node.depth === 4) {
        question = { type: 'question', attrs: { title: wordsOf(line) }, content: [] }
        content.push(question)
      } else content.push({ type: 'heading', attrs: { level: node.depth === 3 ? 3 : 2 }, content: line })
    } else if (question) question.content.push(...linesOf(node))
    else content.push(...blocksOf(node))
  }
  return { type: 'doc', content }
}

const wordsOf = (line: Inline[]) => line.map(inline => (inline.type === 'text' ? inline.text : ' ')).join('')

function blocksOf(node: RootContent): Block[] {
  if (node.type === 'blockquote') {
    const lines = node.children.flatMap(linesOf).filter(line => line.type === 'paragraph')
    return [{ type: 'blockquote', content: lines }]
  }
  const [picture, ...others] = node.type === 'paragraph' ? node.children : []
  if (picture?.type !== 'image' || others.length > 0) return linesOf(node)
  const [, of] = /^sizes-of-(dresses|rings|accessories)$/.exec(picture.url) ?? []
  if (of) return [{ type: 'sizeTable', attrs: { of: of as 'dresses' | 'rings' | 'accessories' } }]
  if (!isPicture(picture.url)) return linesOf(node)
  return [{ type: 'picture', attrs: { picture: picture.url, alt: picture.alt ?? '', caption: picture.title ?? '' } }]
}

function linesOf(node: RootContent): (Paragraph | List)[] {
  if (node.type === 'list')
    return [
      {
        type: node.ordered ? 'orderedList' : 'bulletList',
        content: node.children.map((item): ListItem => ({ type: 'listItem', content: item.children.flatMap(linesOf) })),
      },
    ]
  if (node.type === 'paragraph') return [{ type: 'paragraph', content: inlinesOf(node.children) }]
  if ('children' in node) return (node.children as RootContent[]).flatMap(linesOf)
  return 'value' in node && node.value !== ''
    ? [{ type: 'paragraph', content: [{ type: 'text', text: node.value }] }]
    : []
}

function inlinesOf(nodes: PhrasingContent[], marks: Mark[] = []): Inline[] {
  return nodes.flatMap((node): Inline[] => {
    switch (node.type) {
      case 'strong':
        return inlinesOf(node.children, [{ type: 'bold' }, ...marks])
      case 'emphasis':
        return inlinesOf(node.children, [...marks, { type: 'italic' }])
      case 'link':
        return inlinesOf(
          node.children,
          isUsable(node.url) ? [...marks, { type: 'link', attrs: { href: node.url } }] : marks,
        )
      case 'linkReference':
        return inlinesOf(node.children, marks)
      case 'break':
        return [{ type: 'hardBreak' }]
      default: {
        const text = 'value' in node ? node.value : 'alt' in node ? (node.alt ?? '') : ''
        const isBare = marks.length === 0
        return text === '' ? [] : [{ type: 'text', text: text.replaceAll('\n', ' '), ...(!isBare && { marks }) }]
      }
    }
  })
}

/** Markdown writes the braces of a link to a setting as `%7B`. */
const isUsable = (url: string) => isTextLink(url) || /^(?:mailto:\{email\}|tel:\{phone\})$/.test(url)
