import { createSlice, isRejectedWithValue, type PayloadAction } from '@reduxjs/toolkit'
import type { User } from '#domain/users/user.ts'
import { sessionEndpoints } from './api.ts'

interface SessionState {
  /** Who is signed in, as far as this browser knows: it decides what is shown, the server what is allowed. */
  user?: User
  /** False until the browser has looked into its storage; the server, which draws pages for everybody, never knows. */
  isKnown: boolean
  /** False until the server was asked who that is, and again once it has refused somebody for their role. */
  isChecked: boolean
  /** True from logging out until the home page is reached: no guard is to complain on the way. */
  isLeaving: boolean
  /** Goes up whenever somebody signs in or out: an answer that was asked for in an earlier turn says nothing about this one. */
  turn: number
}

const initialState: SessionState = { isKnown: false, isChecked: false, isLeaving: false, turn: 0 }

/** A refused login ends nothing, and these forms keep what is typed in them and say themselves that the session has ended. */
const tellThemselves = ['login', 'editProfile', 'uploadProfileImage']

export const sessionSlice = createSlice({
  name: 'session',
  initialState,
  reducers: {
    /** This browser holds that user, or none; that there is none is for the server to confirm where it matters. */
    known(state, { payload: user }: PayloadAction<User | undefined>) {
      if (user?._id !== state.user?._id) state.turn += 1
      if (!user) state.isChecked = false
      if (JSON.stringify(user) !== JSON.stringify(state.user)) state.user = user // else whoever asks meanwhile is not heard
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
        if (status === 401 && !tellThemselves.includes(arg.endpointName ?? '')) {
          state.user = undefined // the session has ended
          state.turn += 1
        }
        if (status === 403) state.isChecked = false // the role may have changed
      }),
})

export const sessionActions = sessionSlice.actions
