import type { User } from '#domain/users/user.ts'
import { api, unwrap } from '../api.ts'

export type ProfileFields = Pick<User, 'username' | 'profileImage' | 'bio' | 'profession'>

const uploadTimeoutMs = 60_000

export const {
  useRegisterMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useAskVerificationMutation,
  useVerifyEmailMutation,
  useChangePasswordMutation,
  useEditProfileMutation,
  useUploadProfileImageMutation,
} = api.injectEndpoints({
  endpoints: build => ({
    register: build.mutation<User, { username: string; email: string; password: string }>({
      query: body => ({ url: 'auth/register', method: 'POST', body }),
      transformResponse: unwrap<User>,
    }),
    /** Answers with the same message whether the account exists or not. */
    forgotPassword: build.mutation<string, { email: string }>({
      query: body => ({ url: 'auth/forgot-password', method: 'POST', body }),
      transformResponse: ({ message }: { message: string }) => message,
    }),
    resetPassword: build.mutation<void, { token: string; password: string }>({
      query: body => ({ url: 'auth/reset-password', method: 'POST', body }),
      transformResponse: () => undefined,
    }),
    /** Answers with a sentence that names the address. */
    askVerification: build.mutation<string, void>({
      query: () => ({ url: 'auth/ask-verification', method: 'POST' }),
      transformResponse: ({ message }: { message: string }) => message,
    }),
    /** @returns how many guest orders became the user's */
    verifyEmail: build.mutation<{ orders: number }, { token: string }>({
      query: body => ({ url: 'auth/verify-email', method: 'POST', body }),
      transformResponse: unwrap<{ orders: number }>,
      invalidatesTags: ['Mine', 'Order'],
    }),
    changePassword: build.mutation<void, { oldPassword: string; newPassword: string }>({
      query: body => ({ url: 'auth/change-password', method: 'POST', body }),
      transformResponse: () => undefined,
    }),
    editProfile: build.mutation<User, ProfileFields & { userId: string }>({
      query: body => ({ url: `auth/edit-profile/${body.userId}`, method: 'PATCH', body }),
      transformResponse: (answer: { data: { user: User } }) => unwrap(answer).user,
      invalidatesTags: (_answer, error) => (error ? [] : ['Product', 'Mine']), // their reviews show the name
    }),
    /** @returns the address of the picture, which is sent as a data URL */
    uploadProfileImage: build.mutation<string, string>({
      query: image => ({ url: 'auth/profile-image', method: 'POST', body: { image }, timeout: uploadTimeoutMs }),
      transformResponse: (answer: { data: { url: string } }) => unwrap(answer).url,
    }),
  }),
})
