import type { Invitation, InvitedRole } from '#domain/users/invitation.ts'
import { api, onceChanged, unwrap } from '../../api.ts'

const changed = onceChanged(['Users', 'Audit'] as const)
const messageOf = ({ message }: { message: string }) => message

export const {
  useListInvitationsQuery,
  useInviteMutation,
  useResendInvitationMutation,
  useWithdrawInvitationMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    listInvitations: build.query<Invitation[], void>({
      query: () => 'auth/invitations',
      transformResponse: unwrap<Invitation[]>,
      providesTags: ['Users', 'Mine'],
    }),
    /** Answers with a sentence that names the address. */
    invite: build.mutation<string, { email: string; role: InvitedRole }>({
      query: body => ({ url: 'auth/invitations', method: 'POST', body }),
      transformResponse: messageOf,
      invalidatesTags: changed,
    }),
    resendInvitation: build.mutation<string, string>({
      query: id => ({ url: `auth/invitations/${id}/resend`, method: 'POST' }),
      transformResponse: messageOf,
      invalidatesTags: changed,
    }),
    withdrawInvitation: build.mutation<string, string>({
      query: id => ({ url: `auth/invitations/${id}`, method: 'DELETE' }),
      transformResponse: messageOf,
      invalidatesTags: changed,
    }),
  }),
})
