import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { type Draft, draftOf } from '../../session/draft.ts'
import { useUser } from '../../session/use-user.ts'
import type { Store } from '../../store.ts'

/**
 * The texts in a form when an admin's session ended, restored after they log in again. `form` is the form's
 * name.
 */
export function useProductDraft(form: string) {
  const userId = useUser()?._id ?? ''
  const [draft] = useState(() => draftOf(form, userId))
  const [saved] = useState(draft.read)
  return { ...draft, saved }
}

/** Saves what is typed when the form unmounts because the session has ended. */
export function useSaveDraftOnLogout({ save }: Pick<ReturnType<typeof draftOf>, 'save'>, typed: Draft) {
  const store = useStore() as Store
  const persistNewest = useRef(() => {})
  useEffect(() => {
    persistNewest.current = () => save(typed)
  })
  useEffect(
    () => () => {
      const { user, isLeaving } = store.getState().session
      if (!user && !isLeaving) persistNewest.current()
    },
    [store],
  )
}
