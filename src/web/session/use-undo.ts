import { useCallback } from 'react'
import { api, onceChanged } from '../api.ts'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { formErrorOf } from './form-error.ts'

const timeoutMs = 15 * 60_000 // an import may have changed many products
const changed = onceChanged([
  'Users',
  'Orders',
  'Order',
  'Product',
  'Review',
  'Audit',
  'Messages',
  'Settings',
  'Content',
] as const)

const { endpoints, useUndoMutation } = api.injectEndpoints({
  endpoints: build => ({
    undo: build.mutation<void, string>({
      query: auditId => ({ url: `admin/undo/${encodeURIComponent(auditId)}`, method: 'POST', timeout: timeoutMs }),
      transformResponse: () => undefined,
      invalidatesTags: (answer, error) => [...changed(answer, error), 'Audit'], // the server may have done it although its answer was lost
    }),
  }),
})

export const undoEndpoint = endpoints.undo

/**
 * Undoes a deletion, an import, a change to a review or the mark of a message by its audit entry, and shows the result as a
 * toast. It works even after its page was left.
 */
export function useUndo(): (auditId: string) => Promise<void> {
  const dispatch = useAppDispatch()
  return useCallback(
    async auditId => {
      const { error } = await dispatch(undoEndpoint.initiate(auditId, { fixedCacheKey: auditId }))
      if (!error) return toast.say('Taken back')
      console.info('Taking a deletion back failed', error)
      toast.alert(formErrorOf(error))
    },
    [dispatch],
  )
}

/** Whether this browser is undoing the entry, no matter which button started it. */
export function useIsUndoing(auditId: string): boolean {
  const [, { isLoading }] = useUndoMutation({ fixedCacheKey: auditId })
  return isLoading
}
