import { type Static, Type } from 'typebox'
import { literals } from '../schema.ts'

/**
 * A text of the owner's as a tree of nodes, in the JSON form of ProseMirror, which the editor reads and writes
 * (https://prosemirror.net/docs/ref/#model.Node.toJSON). There is no HTML in it.
 */
export interface Document {
  type: 'doc'
  content: Block[]
}

export type Mark = { type: 'bold' } | { type: 'italic' } | { type: 'link'; attrs: { href: string } }
export type Inline = { type: 'text'; text: string; marks?: Mark[] } | { type: 'hardBreak' }

export type Paragraph = { type: 'paragraph'; content: Inline[] }
export type Heading = { type: 'heading'; attrs: { level: 2 | 3 }; content: Inline[] }
export type List = { type: 'bulletList' | 'orderedList'; content: ListItem[] }
export type ListItem = { type: 'listItem'; content: (Paragraph | List)[] }
/** Shown as a sentence that is set apart from the text. */
export type Quote = { type: 'blockquote'; content: Paragraph[] }
/** `picture` is the id of an uploaded picture, or the name of one of the house. */
export type Picture = { type: 'picture'; attrs: { picture: string; alt: string; caption: string } }
/** A product, with its present name, picture and price. */
export type ProductCard = { type: 'product'; attrs: { id: string } }
/** The body measurements of a run of sizes. */
export type SizeTable = { type: 'sizeTable'; attrs: { of: SizeRun } }
/** A question that opens to its answer. */
export type Question = { type: 'question'; attrs: { title: string }; content: (Paragraph | List)[] }
export type Block = Paragraph | Heading | List | Quote | Picture | ProductCard | SizeTable | Question

export const sizeRuns = ['dresses', 'rings', 'accessories'] as const
export type SizeRun = (typeof sizeRuns)[number]

/** The drawn pictures of the house: `window` is the one of the demo's shop, and is shown only while the shop bears its name. */
export const drawnPictures = [
  ...['window', 'silk-cover', 'silk-water', 'silk-fall', 'wardrobe-cover', 'wardrobe-knit', 'wardrobe-carried'],
  ...['gold-cover', 'gold-sun', 'gold-table', 'face-cover', 'face-first', 'face-colour'],
] as const

/** The bounds of a document: nodes and depth of its tree, characters of a text, pictures and products. */
export const documentLimits = {
  ...{ nodes: 3_000, depth: 8, characters: 100_000, pictures: 60, products: 24 },
  ...{ alt: 240, caption: 240, question: 200 },
} as const

const DocumentSchema = Type.Unsafe<Document>(Type.Object({ type: literals(['doc']) }, { additionalProperties: true }))

export { DocumentSchema as Document }

/** The measures of the pictures that a document names, by id. */
export const DocumentPictures = Type.Record(
  Type.String(),
  Type.Object({ id: Type.String(), width: Type.Integer(), height: Type.Integer() }),
)
export type DocumentPictures = Static<typeof DocumentPictures>

type Node = Document | Block | ListItem | Inline

/** All nodes of a document, in the order in which they are read. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node
  if ('content' in node) for (const child of node.content) yield* nodesOf(child)
}

/** The words of a document or of one of its nodes, without any look. */
export function textOf(node: Node): string {
  if (node.type === 'text') return node.text
  if (node.type === 'hardBreak') return ' '
  if (node.type === 'picture') return node.attrs.caption
  const inner = 'content' in node ? node.content.map(textOf) : []
  const isLine = node.type === 'paragraph' || node.type === 'heading'
  return [...(node.type === 'question' ? [node.attrs.title] : []), ...inner]
    .filter(text => text !== '')
    .join(isLine ? '' : '\n')
}

export const isUploaded = (picture: string): boolean => /^[0-9a-f]{32}$/.test(picture)

/** The ids of the uploaded pictures of a page or a post: the one above its text, and those of the text. */
export function uploadsOf({ picture, document }: { picture: string | null; document: Document }): string[] {
  const named = [...nodesOf(document)].map(node => (node.type === 'picture' ? node.attrs.picture : ''))
  return [...new Set([picture ?? '', ...named])].filter(isUploaded)
}

/** The ids of the products that a document shows. */
export const productsOf = (document: Document): string[] => [
  ...new Set([...nodesOf(document)].flatMap(node => (node.type === 'product' ? [node.attrs.id] : []))),
]

/** Where the links of a document lead, each once. */
export const linksOf = (document: Document): string[] => [
  ...new Set(
    [...nodesOf(document)].flatMap(node =>
      node.type === 'text' ? (node.marks ?? []).flatMap(mark => (mark.type === 'link' ? mark.attrs.href : [])) : [],
    ),
  ),
]

const wordsInAMinute = 200

/** How long a document takes to read, in whole minutes, at least one. */
export const minutesToRead = (document: Document): number =>
  Math.max(1, Math.round(textOf(document).split(/\s+/).length / wordsInAMinute))
