import { type Static, Type } from 'typebox'
import { ProductCounts, ProductList } from './product.ts'

/** Characters of a search; what comes behind is not read. */
export const maxSearchLength = 100

/** Products shown below the field while somebody types. */
export const shownWhileTyping = 6

const isMore = Type.Optional(
  Type.Boolean({
    description: 'There are more than a search looks at: the total is that bound, and no value is counted',
  }),
)

/** How many of the products found each value of a filter would show. */
export const SearchCounts = Type.Object({ ...ProductCounts.properties, isMore })
export type SearchCounts = Static<typeof SearchCounts>

/** What `/api/search` answers as `data`: a page of products, best match first. */
export const SearchAnswer = Type.Object({
  ...ProductList.properties,
  isMore,
  corrected: Type.Optional(Type.String({ description: 'What was searched for in the place of what was typed' })),
  suggestions: Type.Optional(
    Type.Array(Type.String(), { description: 'When nothing is found: searches close to it that find something' }),
  ),
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** A search that found nothing, as the admin sees it. Times are ISO texts. */
export const EmptySearch = Type.Object({
  term: Type.String(),
  times: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
})
export type EmptySearch = Static<typeof EmptySearch>
