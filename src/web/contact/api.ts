import type { ContactMessage, MessageCounts, PostContact } from '#domain/contact.ts'
import type { MessageOrders } from '#domain/message-answer.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../api.ts'

export const messagesOnPage = 20

const changed = onceChanged(['Messages', 'Audit'] as const)

interface MessageFilters {
  page: number
  q: string
  /** Open, done, or anything else for all. */
  status: string
}

export const {
  useListMessagesQuery,
  useCountMessagesQuery,
  useMarkMessageMutation,
  useWriteMessageMutation,
  useEraseMessageMutation,
  useAnswerMessageMutation,
  useMessageOrdersQuery,
} = api.injectEndpoints({
  endpoints: build => ({
    /** Visitors' messages, newest first. */
    listMessages: build.query<Listed<ContactMessage>, MessageFilters>({
      query: filters => ({ url: 'contact', params: { ...filters, limit: messagesOnPage } }),
      transformResponse: unwrapList<ContactMessage>,
      providesTags: ['Messages', 'Mine'],
    }),
    /** How many messages that contain a text are open, and how many are done. */
    countMessages: build.query<MessageCounts, string>({
      query: q => ({ url: 'contact/counts', params: { q } }),
      transformResponse: unwrap<MessageCounts>,
      providesTags: ['Messages', 'Mine'],
    }),
    markMessage: build.mutation<{ auditId: string | null }, { id: string; done: boolean }>({
      query: ({ id, done }) => ({ url: `contact/${id}`, method: 'PATCH', body: { done } }),
      transformResponse: unwrap<{ auditId: string | null }>,
      invalidatesTags: changed,
    }),
    /** Sent again with the same `id`, it is one answer. */
    answerMessage: build.mutation<unknown, { message: string; id: string; text: string; done: boolean }>({
      query: ({ message, ...body }) => ({ url: `contact/${message}/answers`, method: 'POST', body }),
      invalidatesTags: changed,
    }),
    messageOrders: build.query<MessageOrders, string>({
      query: id => `contact/${id}/orders`,
      transformResponse: unwrap<MessageOrders>,
      providesTags: ['Orders', 'Mine'],
    }),
    /** Deletes permanently. */
    eraseMessage: build.mutation<unknown, string>({
      query: id => ({ url: `contact/${id}`, method: 'DELETE' }),
      invalidatesTags: changed,
    }),
    writeMessage: build.mutation<unknown, PostContact>({
      query: body => ({ url: 'contact', method: 'POST', body }),
    }),
  }),
})
