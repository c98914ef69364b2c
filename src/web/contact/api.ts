import type { ContactMessage, PostContact } from '#domain/contact.ts'
import { api, type Listed, onceChanged, unwrapList } from '../api.ts'

export const messagesOnPage = 20

export const { useListMessagesQuery, useWriteMessageMutation, useEraseMessageMutation } = api
  .enhanceEndpoints({ addTagTypes: ['Messages'] })
  .injectEndpoints({
    endpoints: build => ({
      /** Visitors' messages, newest first. */
      listMessages: build.query<Listed<ContactMessage>, { page: number; q: string }>({
        query: filters => ({ url: 'contact', params: { ...filters, limit: messagesOnPage } }),
        transformResponse: unwrapList<ContactMessage>,
        providesTags: ['Messages', 'Mine'],
      }),
      /** Deletes permanently. */
      eraseMessage: build.mutation<unknown, string>({
        query: id => ({ url: `contact/${id}`, method: 'DELETE' }),
        invalidatesTags: onceChanged(['Messages', 'Audit']),
      }),
      writeMessage: build.mutation<unknown, PostContact>({
        query: body => ({ url: 'contact', method: 'POST', body }),
      }),
    }),
  })
