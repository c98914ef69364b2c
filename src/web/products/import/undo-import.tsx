import { useState } from 'react'
import type { ProductImport } from '#domain/products/product-import.ts'
import { useIsUndoing, useUndo } from '../../session/use-undo.ts'
import { TakeBackDialog } from '../../ui/feedback/take-back-dialog.tsx'
import { button } from '../../ui/form/button.ts'

const count = new Intl.NumberFormat('en-US')
const products = (n: number) => `${count.format(n)} product${n === 1 ? '' : 's'}`

/** Takes an import back, after a question. */
export function UndoImport({ read: { file, added, changed, auditId } }: { read: ProductImport }) {
  const undo = useUndo()
  const isUndoing = useIsUndoing(auditId ?? '')
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  return (
    <>
      <button
        type="button"
        className={`${button.quiet} aria-disabled:opacity-50`}
        aria-disabled={isUndoing}
        onClick={() => setIsAsked(!isUndoing)}
      >
        {isUndoing ? 'Undoing…' : 'Undo the import'}
      </button>
      <TakeBackDialog
        open={isAsked}
        onClose={close}
        text={`The import of ${file} added ${products(added)} and changed ${products(changed)}. The added ones leave the shop, and the changed ones become as they were.`}
        onTakeBack={() => {
          close()
          undo(auditId ?? '')
        }}
      />
    </>
  )
}
