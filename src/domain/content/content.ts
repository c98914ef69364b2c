import { type Static, Type } from 'typebox'
import { Deleted } from '../audit.ts'
import { Product } from '../products/product.ts'
import { literals } from '../schema.ts'
import { Document, DocumentPictures } from './document.ts'
import { FieldWarning } from './field-warning.ts'

/** A page stands by itself, a post is one of the journal. */
export const contentKinds = ['page', 'post'] as const
export type ContentKind = (typeof contentKinds)[number]

const Text = Type.String()
const Moment = Type.Union([Type.String({ format: 'date-time', description: 'ISO 8601, UTC' }), Type.Null()])
const PictureName = Type.Union([
  Type.String({ description: 'The id of an uploaded picture, or the name of one of the house' }),
  Type.Null(),
])

/** The maximum length of each text, in characters. */
export const contentLimits = {
  ...{ title: 120, address: 80, summary: 300, author: 80, alt: 240, seoTitle: 70, seoDescription: 200 },
} as const

/** What the owner writes of a page or a post. */
export const ContentFields = Type.Object({
  kind: literals(contentKinds),
  title: Text,
  /** The end of its path: `/pages/{address}` or `/blogs/{address}`. */
  address: Text,
  /** What lists show of it. */
  summary: Text,
  /** Whether the page shows its summary below the title; a post always does. */
  showsSummary: Type.Boolean(),
  /** Of a post; empty: none. */
  author: Text,
  /** Above the text, and in link previews. */
  picture: PictureName,
  alt: Text,
  /** What search engines show instead of title and summary; empty: those. */
  seoTitle: Text,
  seoDescription: Text,
  document: Document,
  /** From when visitors see it; null: it is a draft. */
  publishedFrom: Moment,
})
export type ContentFields = Static<typeof ContentFields>

/** A page or a post, as the dashboard edits it. */
export const ManagedContent = Type.Object({
  _id: Text,
  ...ContentFields.properties,
  version: Type.Integer({ description: 'Send it back with a change' }),
  /** The path at which everybody who has it can see what is saved. */
  preview: Text,
  /** The addresses that lead here. */
  former: Type.Array(Text),
  updatedAt: Text,
  pictures: DocumentPictures,
  /** The products of the text that are there. */
  products: Type.Array(Product),
})
export type ManagedContent = Static<typeof ManagedContent>

/** What saving answers: also a sentence about each link of the text that visitors cannot follow. */
export const SavedContent = Type.Object({ ...ManagedContent.properties, warnings: Type.Array(FieldWarning) })
export type SavedContent = Static<typeof SavedContent>

/** What deleting answers: the audit entry that can undo it, and a sentence about what still leads to it. */
export const DeletedContent = Type.Object({ ...Deleted.properties, warning: Type.Optional(Type.String()) })
export type DeletedContent = Static<typeof DeletedContent>

/** A page or a post in the dashboard's list. */
export const ContentRow = Type.Object({
  _id: Text,
  ...Type.Pick(ContentFields, ['kind', 'title', 'address', 'author', 'publishedFrom']).properties,
  updatedAt: Text,
})
export type ContentRow = Static<typeof ContentRow>

/** A page in the list of pages. */
export const PageEntry = Type.Pick(ContentFields, ['title', 'address', 'summary'])
export type PageEntry = Static<typeof PageEntry>

/** A post in a list. */
export const PostEntry = Type.Object({
  ...Type.Pick(ContentFields, ['title', 'address', 'summary', 'author', 'picture']).properties,
  /** The measures of its picture if it was uploaded. */
  pictureSize: Type.Union([Type.Object({ width: Type.Integer(), height: Type.Integer() }), Type.Null()]),
  /** When it was published, ISO 8601. */
  date: Text,
  /** The reading time. */
  minutes: Type.Integer(),
})
export type PostEntry = Static<typeof PostEntry>

export const PostList = Type.Object({ posts: Type.Array(PostEntry), totalPosts: Type.Integer() })
export type PostList = Static<typeof PostList>

/** A page or a post, as visitors see it. */
export const ShownContent = Type.Object({
  ...Type.Omit(ContentFields, ['publishedFrom']).properties,
  /** Null for a draft. */
  date: Moment,
  minutes: Type.Integer(),
  pictures: DocumentPictures,
  products: Type.Array(Product),
})
export type ShownContent = Static<typeof ShownContent>

const Neighbour = Type.Union([PostEntry, Type.Null()])
/** A post with the posts before and after it. */
export const ShownPost = Type.Object({ ...ShownContent.properties, previous: Neighbour, next: Neighbour })
export type ShownPost = Static<typeof ShownPost>

/** The path of a page or a post. */
export const contentPath = ({ kind, address }: Pick<ContentFields, 'kind' | 'address'>): string =>
  `/${kind === 'page' ? 'pages' : 'blogs'}/${address}`
