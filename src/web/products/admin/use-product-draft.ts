import { useEffect, useRef, useState } from 'react'
import { useStore } from 'react-redux'
import { type Draft, draftOf } from '../../session/draft.ts'
import { useUser } from '../../session/use-user.ts'
import type { Store } from '../../store.ts'

/** What was typed into a form when the session ended under it, for the same admin once they are back. `form` names it. */
export function useProductDraft(form: string) {
  const userId = useUser()?._id ?? ''
  const [draft] = useState(() => draftOf(form, userId))
  const [saved] = useState(draft.read)
  return { ...draft, saved }
}

/** Keeps what is typed when the form goes away because nobody is signed in any more. */
export function useKeepingDraft({ save }: Pick<ReturnType<typeof draftOf>, 'save'>, typed: Draft) {
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
