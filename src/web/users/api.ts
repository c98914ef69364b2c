import type { Deleted } from '#domain/audit.ts'
import type { Role, User } from '#domain/users/user.ts'
import { api, type Listed, onceChanged, unwrap, unwrapList } from '../api.ts'

export const usersOnPage = 20

export interface UserListFilters {
  page: number
  q: string
  /** Empty for all roles. */
  role: Role | ''
}

export const { useListUsersQuery, useChangeRoleMutation, useDeleteUserMutation } = api.injectEndpoints({
  endpoints: build => ({
    /** The users, newest first. */
    listUsers: build.query<Listed<User>, UserListFilters>({
      query: filters => ({ url: 'auth/users', params: { ...filters, limit: usersOnPage } }),
      transformResponse: unwrapList<User>,
      providesTags: ['Users', 'Mine'],
    }),
    changeRole: build.mutation<User, { userId: string; role: Role }>({
      query: ({ userId, role }) => ({ url: `auth/users/${userId}`, method: 'PUT', body: { role } }),
      transformResponse: unwrap<User>,
      invalidatesTags: onceChanged(['Users', 'Audit']),
    }),
    deleteUser: build.mutation<Deleted, string>({
      query: userId => ({ url: `auth/users/${userId}`, method: 'DELETE' }),
      transformResponse: unwrap<Deleted>,
      invalidatesTags: onceChanged(['Users', 'Audit', 'Product']), // their reviews show the name
    }),
  }),
})
