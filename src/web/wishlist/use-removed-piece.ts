import { type RefObject, useEffect, useRef } from 'react'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { toggle } from './toggle.ts'

/** When the focused button has gone with its piece, the focus moves to the heading, and the removal can be undone. */
export function useRemovedPiece(ids: string[], heading: RefObject<HTMLElement | null>): void {
  const dispatch = useAppDispatch()
  const before = useRef(ids)
  useEffect(() => {
    const [removed, ...others] = before.current.filter(id => !ids.includes(id))
    before.current = ids
    if (!removed || others.length > 0 || document.activeElement !== document.body) return
    heading.current?.focus()
    toast.say('Removed from your wishlist.', { label: 'Undo', run: () => dispatch(toggle(removed)) })
  }, [ids, heading, dispatch])
}
