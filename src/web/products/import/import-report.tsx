import { useEffect, useRef } from 'react'
import type { ProductImport } from '#domain/products/product-import.ts'
import { useIsUndoing, useUndo } from '../../session/use-undo.ts'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { useGetImportQuery } from './api.ts'
import { ImportChanges } from './import-changes.tsx'
import { ImportFaults } from './import-errors.tsx'
import { ImportProgress } from './import-progress.tsx'
import { useApplyImport } from './use-apply-import.ts'

const count = new Intl.NumberFormat('en-US')
const productsOf = (n: number) => `${count.format(n)} ${n === 1 ? 'product' : 'products'}`

/** The changes of a file, planned, running or done, with the possible actions. */
export function ImportReport({ read }: { read: ProductImport }) {
  const { _id, state, file, added, changed, unchanged, faults } = read
  const { refetch } = useGetImportQuery(_id)

  useEffect(() => {
    addEventListener('focus', refetch) // another tab or another admin may have imported it or undone it
    return () => removeEventListener('focus', refetch)
  }, [refetch])

  return (
    <>
      <p className="mb-6 text-sm text-stone [overflow-wrap:anywhere]">{file}</p>
      <dl className="mb-8 grid max-w-2xl grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label="New" value={added} />
        <Figure label="Changed" value={changed} />
        <Figure label="As on sale" value={unchanged} />
        <Figure label="Faults" value={faults} isBad={faults > 0} />
      </dl>
      <div className="mb-10 flex max-w-2xl flex-col items-start gap-4">
        <Verdict read={read} />
      </div>
      {faults > 0 && <ImportFaults read={read} />}
      {faults === 0 && added + changed > 0 && state !== 'reading' && <ImportChanges read={read} />}
    </>
  )
}

const Figure = ({ label, value, isBad = false }: { label: string; value: number; isBad?: boolean }) => (
  <div className={`rounded-card border bg-paper px-4 py-3 ${isBad ? 'border-rosewood text-rosewood' : 'border-line'}`}>
    <dt className={`text-xs ${isBad ? '' : 'text-stone'}`}>{label}</dt>
    <dd className="font-display text-2xl tabular-nums">{count.format(value)}</dd>
  </div>
)

/** The state of the import in a sentence, with its buttons. */
function Verdict({ read }: { read: ProductImport }) {
  const { _id, state, file, added, changed, unchanged, faults, applied, auditId } = read
  const { apply, isApplying } = useApplyImport(read)
  const undo = useUndo()
  const isUndoing = useIsUndoing(auditId ?? '')
  const sum = added + changed

  if (state === 'reading') return <Says>{`${file} is still being read.`}</Says>
  if (isApplying || state === 'applying')
    return (
      <div className="w-full">
        <ImportProgress part={sum > 0 ? applied / sum : undefined}>{`Importing ${productsOf(sum)}`}</ImportProgress>
      </div>
    )
  if (state === 'applied')
    return (
      <>
        <Says
          key={_id}
        >{`${productsOf(sum)} imported: ${count.format(added)} new, ${count.format(changed)} changed.`}</Says>
        <div className="flex flex-wrap gap-3">
          <Link to="/dashboard/manage-products" className={button.primary}>
            Manage Products
          </Link>
          <button
            type="button"
            className={`${button.quiet} aria-disabled:opacity-50`}
            aria-disabled={isUndoing}
            onClick={() => isUndoing || undo(auditId ?? '')}
          >
            {isUndoing ? 'Undoing…' : 'Undo the import'}
          </button>
          <AnotherFile />
        </div>
      </>
    )
  if (state === 'undone')
    return (
      <>
        <Says>This import was taken back: the products are as they were before.</Says>
        <div className="flex flex-wrap gap-3">
          <Link to="/dashboard/manage-products" className={button.primary}>
            Manage Products
          </Link>
          <AnotherFile />
        </div>
      </>
    )
  if (faults > 0)
    return (
      <>
        <Says>Nothing can be imported yet: mend the faults in the file, and choose it again.</Says>
        <AnotherFile />
      </>
    )
  if (sum === 0)
    return (
      <>
        <Says>
          {unchanged > 0
            ? 'This file changes nothing: every product in it is on sale as it stands there.'
            : 'This file has no rows.'}
        </Says>
        <AnotherFile />
      </>
    )
  return (
    <>
      <Says>Nothing has changed yet. Products that the file leaves out stay as they are.</Says>
      <div className="flex flex-wrap gap-3">
        <button type="button" className={button.primary} onClick={apply}>
          Import {productsOf(sum)}
        </button>
        <AnotherFile />
      </div>
    </>
  )
}

const AnotherFile = () => (
  <Link to="/dashboard/import-products" className={button.quiet}>
    Choose another file
  </Link>
)

/** A sentence that takes the focus from a button that was removed. */
function Says({ children }: { children: string }) {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) text.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p ref={text} role="status" tabIndex={-1} className="leading-relaxed outline-none">
      {children}
    </p>
  )
}
