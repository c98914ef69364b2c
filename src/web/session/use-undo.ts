import { useCallback } from 'react'
import { api, onceChanged } from '../api.ts'
import { useAppDispatch } from '../store.ts'
import { toast } from '../ui/toast.tsx'
import { problemOf } from './problem-of.ts'

const { endpoints } = api.injectEndpoints({
  endpoints: build => ({
    undo: build.mutation<void, string>({
      query: auditId => ({ url: `admin/undo/${encodeURIComponent(auditId)}`, method: 'POST' }),
      transformResponse: () => undefined,
      invalidatesTags: onceChanged(['Users', 'Orders', 'Order', 'Product', 'Review', 'Audit']),
    }),
  }),
})

/** Takes a deletion back, by its entry in the audit, and tells how it went. Works after its page was left, too. */
export function useUndo(): (auditId: string) => Promise<void> {
  const dispatch = useAppDispatch()
  return useCallback(
    async auditId => {
      const { error } = await dispatch(endpoints.undo.initiate(auditId))
      if (!error) return toast.say('Taken back')
      console.info('Taking a deletion back failed', error)
      toast.alert(problemOf(error))
    },
    [dispatch],
  )
}
