import { type Static, Type } from 'typebox'
import { ProductCounts, ProductList } from './product.ts'

/** The maximum length of a search in characters; the rest is ignored. */
export const maxSearchLength = 100

/** The number of products below the search field while the visitor types. */
export const shownWhileTyping = 6

const isMore = Type.Optional(
  Type.Boolean({
    description: 'There are more than a search looks at: the total is that bound, and no value is counted',
  }),
)

/** How many results each value of a filter would show. */
export const SearchCounts = Type.Object({ ...ProductCounts.properties, isMore })
export type SearchCounts = Static<typeof SearchCounts>

/** The `data` of `/api/search`: a page of products, best match first. */
export const SearchAnswer = Type.Object({
  ...ProductList.properties,
  isMore,
  corrected: Type.Optional(Type.String({ description: 'What was searched for in the place of what was typed' })),
  suggestions: Type.Optional(
    Type.Array(Type.String(), { description: 'When nothing is found: searches close to it that find something' }),
  ),
})
export type SearchAnswer = Static<typeof SearchAnswer>

/** A search without a result, as admins see it. Times are ISO texts. */
export const EmptySearch = Type.Object({
  term: Type.String(),
  times: Type.Integer(),
  firstAt: Type.String(),
  lastAt: Type.String(),
})
export type EmptySearch = Static<typeof EmptySearch>
