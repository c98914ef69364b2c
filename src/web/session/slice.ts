import { createSlice, isRejectedWithValue, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '#domain/user.ts'

interface SessionState {
  /** Who is signed in, as far as this browser knows: it decides what is shown, the server what is allowed. */
  user?: User
  /** False until the browser has looked into its storage; the server, which draws pages for everybody, never knows. */
  isKnown: boolean
  /** False until the server was asked who that is, and again once it has refused somebody for their role. */
  isChecked: boolean
  /** True from logging out until the home page is reached: no guard is to complain on the way. */
  isLeaving: boolean
}

const initialState: SessionState = { isKnown: false, isChecked: false, isLeaving: false }

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** This browser holds that user, or none. */
    known(state, { payload: user }: PayloadAction<User | undefined>) {
      state.user = user
      state.isKnown = true
    },
    checked(state) {
      state.isChecked = true
    },
    loggedOut(state) {
      state.user = undefined
      state.isLeaving = true
    },
    hasLeft(state) {
      state.isLeaving = false
    },
  },
  extraReducers: build =>
    build.addMatcher(isRejectedWithValue, (state, { payload, meta }) => {
      const { endpointName } = meta.arg as { endpointName?: string }
      const { status } = (payload ?? {}) as { status?: unknown }
      if (status === 401 && endpointName !== 'login') state.user = undefined // the session has ended
      if (status === 403) state.isChecked = false // the role may have changed
    }),
})

export const sessionActions = sessionSlice.actions
