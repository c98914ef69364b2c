import { createSlice, isRejectedWithValue, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '#domain/users/user.ts'
import { sessionEndpoints } from './api.ts'

interface SessionState {
  /** The signed-in user as far as this browser knows. It decides what is shown; the server decides what is allowed. */
  user?: User
  /** False until the browser has read its storage. Always false on the server, which renders pages without a user. */
  isKnown: boolean
  /** False until the server has confirmed the user, and again after a 403. */
  isChecked: boolean
  /** True from logging out until the home page is reached, so that no guard redirects on the way. */
  isLeaving: boolean
  /**
   * Increases whenever somebody signs in or out: the answer to a request of an earlier turn says nothing about the
   * current user.
   */
  turn: number
}

const initialState: SessionState = { isKnown: false, isChecked: false, isLeaving: false, turn: 0 }

/** A failed login ends no session; the two forms preserve what is typed and report an ended session themselves. */
const reportedByForm = ['login', 'editProfile', 'uploadProfileImage']

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** Sets the user that this browser has stored, if any. If there is none, the server is asked where it matters. */
    known(state, { payload: user }: PayloadAction<User | undefined>) {
      if (user?._id !== state.user?._id) state.turn += 1
      if (!user) state.isChecked = false
      if (JSON.stringify(user) !== JSON.stringify(state.user)) state.user = user // a new object would make a running check discard its answer
      state.isKnown = true
    },
    checked(state) {
      state.isChecked = true
    },
    loggedOut(state) {
      state.user = undefined
      state.isChecked = true
      state.isLeaving = true
      state.turn += 1
    },
    hasLeft(state) {
      state.isLeaving = false
    },
  },
  extraReducers: build =>
    build
      .addMatcher(sessionEndpoints.login.matchFulfilled, state => {
        state.turn += 1
      })
      .addMatcher(isRejectedWithValue, (state, { payload, meta }) => {
        const { arg, baseQueryMeta } = meta as { arg: { endpointName?: string }; baseQueryMeta?: { turn?: number } }
        const { status } = (payload ?? {}) as { status?: unknown }
        if (baseQueryMeta?.turn !== state.turn) return
        if (status === 401 && !reportedByForm.includes(arg.endpointName ?? '')) {
          state.user = undefined // the session has ended
          state.turn += 1
        }
        if (status === 403) state.isChecked = false // the role may have changed
      }),
})

export const sessionActions = sessionSlice.actions
