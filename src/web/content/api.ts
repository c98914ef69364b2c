import type { PageEntry, PostList, ShownContent, ShownPost } from '#domain/content/content.ts'
import { api, unwrap } from '../api.ts'

/** How many posts a page of the journal shows, and the home page. */
export const postsShown = { journal: 12, home: 4 } as const

export const {
  endpoints: contentEndpoints,
  usePagesQuery,
  usePageQuery,
  usePostsQuery,
  usePostQuery,
  usePreviewQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    pages: build.query<PageEntry[], void>({
      query: () => 'pages',
      transformResponse: unwrap<PageEntry[]>,
      providesTags: ['Content'],
    }),
    page: build.query<ShownContent, string>({
      query: address => `pages/${encodeURIComponent(address)}`,
      transformResponse: unwrap<ShownContent>,
      providesTags: ['Content'],
    }),
    posts: build.query<PostList, { page: number; limit: number }>({
      query: ({ page, limit }) => `posts?limit=${limit}&page=${page}`,
      transformResponse: unwrap<PostList>,
      providesTags: ['Content'],
    }),
    post: build.query<ShownPost, string>({
      query: address => `posts/${encodeURIComponent(address)}`,
      transformResponse: unwrap<ShownPost>,
      providesTags: ['Content'],
    }),
    preview: build.query<ShownContent, { id: string; contentKey: string }>({
      query: ({ id, contentKey }) => `content/previews/${encodeURIComponent(id)}/${encodeURIComponent(contentKey)}`,
      transformResponse: unwrap<ShownContent>,
      keepUnusedDataFor: 0,
    }),
    addresses: build.query<{ pages: string[]; posts: string[] }, void>({
      query: () => 'content/addresses',
      transformResponse: unwrap<{ pages: string[]; posts: string[] }>,
    }),
  }),
})
