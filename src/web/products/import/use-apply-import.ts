import type { ProductImport } from '#domain/products/product-import.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { useUndo } from '../../session/use-undo.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useApplyImportMutation } from './api.ts'

/** Applies a checked import; the toast afterwards offers to undo it. */
export function useApplyImport({ _id, added, changed }: ProductImport) {
  const [applyImport, { isLoading }] = useApplyImportMutation({ fixedCacheKey: _id })
  const undo = useUndo()

  async function apply() {
    if (isLoading) return
    const { data, error } = await applyImport(_id)
    if (!data) {
      console.info('The products were not imported', error)
      return toast.alert(`The products were not imported. ${formErrorOf(error)}`)
    }
    const { counts, notCounted, auditId } = data
    if (added + changed > 0)
      toast.say('Products imported successfully!', { label: 'Undo', run: () => undo(auditId ?? '') })
    if (notCounted > 0) toast.alert(`${notCounted} of ${counts} counts were not stored: the list says why.`)
    else if (added + changed === 0) toast.say('The counts are stored.')
  }

  return { apply, isApplying: isLoading }
}
