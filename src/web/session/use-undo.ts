import { useCallback } from 'react'
import { api, onceChanged } from '../api.ts'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { formErrorOf } from './form-error.ts'

const timeoutMs = 15 * 60_000 // an import may have changed many products
const changed = onceChanged(['Users', 'Orders', 'Order', 'Product', 'Review', 'Audit'] as const)

const { endpoints, useUndoMutation } = api.injectEndpoints({
  endpoints: build => ({
    undo: build.mutation<void, string>({
      query: auditId => ({ url: `admin/undo/${encodeURIComponent(auditId)}`, method: 'POST', timeout: timeoutMs }),
      transformResponse: () => undefined,
      invalidatesTags: (answer, error) => [...changed(answer, error), 'Audit'], // it may be done although its answer was lost
    }),
  }),
})

export const undoEndpoint = endpoints.undo

/** Takes a deletion or an import back, by its entry in the audit, and tells how it went. Works after its page was left, too. */
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

/** Whether it is being taken back, from wherever in this browser that was asked for. */
export function useIsUndoing(auditId: string): boolean {
  const [, { isLoading }] = useUndoMutation({ fixedCacheKey: auditId })
  return isLoading
}
