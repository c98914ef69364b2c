import type { OpenedInvitation } from '#domain/users/invitation.ts'
import { api, unwrap } from '../api.ts'

interface NewUser {
  token: string
  username: string
  password: string
}

export const { useOpenInvitationMutation, useAcceptInvitationMutation, useAcceptForAccountMutation } =
  api.injectEndpoints({
    endpoints: build => ({
      /** What the link of an invitation is for. */
      openInvitation: build.mutation<OpenedInvitation, string>({
        query: token => ({ url: 'auth/invitations/open', method: 'POST', body: { token } }),
        transformResponse: unwrap<OpenedInvitation>,
      }),
      acceptInvitation: build.mutation<void, NewUser>({
        query: body => ({ url: 'auth/invitations/accept', method: 'POST', body }),
        transformResponse: () => undefined,
      }),
      /** Accepts it for the signed-in user. */
      acceptForAccount: build.mutation<void, string>({
        query: token => ({ url: 'auth/invitations/accept-signed-in', method: 'POST', body: { token } }),
        transformResponse: () => undefined,
        invalidatesTags: ['Mine', 'Order'],
      }),
    }),
  })
