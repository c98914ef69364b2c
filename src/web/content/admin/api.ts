import type {
  ContentFields,
  ContentKind,
  ContentRow,
  DeletedContent,
  ManagedContent,
  SavedContent,
} from '#domain/content/content.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../../api.ts'

export const contentOnPage = 20

const changed = onceChanged(['Content', 'Audit'] as const)

export const { useListContentQuery, useManagedContentQuery, useSaveContentMutation, useDeleteContentMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      /** What is written of a kind, also drafts, the last changed first. */
      listContent: build.query<Listed<ContentRow>, { kind: ContentKind; page: number; q: string }>({
        query: filters => ({ url: 'content', params: { ...filters, limit: contentOnPage } }),
        transformResponse: unwrapList<ContentRow>,
        providesTags: ['Content'],
      }),
      managedContent: build.query<ManagedContent, string>({
        query: id => `content/${id}`,
        transformResponse: unwrap<ManagedContent>,
        keepUnusedDataFor: 0,
      }),
      saveContent: build.mutation<SavedContent, { id: string; content: ContentFields; version: number }>({
        query: ({ id, ...body }) => ({ url: `content/${id}`, method: 'PUT', body }),
        transformResponse: unwrap<SavedContent>,
        invalidatesTags: changed,
      }),
      deleteContent: build.mutation<DeletedContent, string>({
        query: id => ({ url: `content/${id}`, method: 'DELETE' }),
        transformResponse: unwrap<DeletedContent>,
        invalidatesTags: changed,
      }),
    }),
  })
