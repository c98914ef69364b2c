import type { ContactMessage, PostContact } from '#domain/contact.ts'
import { api, type Listed, unwrapList } from '../api.ts'

export const messagesOnPage = 20

export const { useListMessagesQuery, useWriteMessageMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** What visitors wrote, newest first. */
    listMessages: build.query<Listed<ContactMessage>, { page: number; q: string }>({
      query: filters => ({ url: 'contact', params: { ...filters, limit: messagesOnPage } }),
      transformResponse: unwrapList<ContactMessage>,
      providesTags: ['Mine'],
    }),
    writeMessage: build.mutation<unknown, PostContact>({
      query: body => ({ url: 'contact', method: 'POST', body }),
    }),
  }),
})
