import { useEffect, useRef } from 'react'
import { collectionInWords, type ProductImport } from '#domain/products/product-import.ts'
import { button } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'
import { useGetImportQuery } from './api.ts'
import { ImportContent } from './import-content.tsx'
import { ImportFaults } from './import-errors.tsx'
import { ImportProgress } from './import-progress.tsx'
import { UndoImport } from './undo-import.tsx'
import { useApplyImport } from './use-apply-import.ts'

const count = new Intl.NumberFormat('en-US')
const nounOf = (n: number, noun: string) => `${count.format(n)} ${noun}${n === 1 ? '' : 's'}`
const isOne = (n: number) => (n === 1 ? 'is' : 'are')

/** "3 products and 12 counts"; of what is none, nothing is said. */
const contentOf = ({ added, changed, counts }: ProductImport) =>
  [added + changed > 0 && nounOf(added + changed, 'product'), counts > 0 && nounOf(counts, 'count')]
    .filter(Boolean)
    .join(' and ')

/** The changes of a file, planned, running or done, with the possible actions. */
export function ImportReport({ read }: { read: ProductImport }) {
  const { _id, state, file, added, changed, unchanged, faults, counts, pictures } = read
  const { refetch } = useGetImportQuery(_id)

  useEffect(() => {
    addEventListener('focus', refetch) // another tab or another admin may have imported it or undone it
    return () => removeEventListener('focus', refetch)
  }, [refetch])

  return (
    <>
      <p className="mb-6 text-sm text-stone [overflow-wrap:anywhere]">{file}</p>
      <dl className="mb-8 grid max-w-2xl grid-cols-2 gap-3 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none">
        <Figure label="New" value={added} />
        <Figure label="Changed" value={changed} />
        <Figure label="As on sale" value={unchanged} />
        {counts > 0 && <Figure label="Counts" value={counts} />}
        {pictures.total > 0 && <Figure label="Pictures" value={pictures.total} />}
        {(faults > 0 || counts + pictures.total === 0) && <Figure label="Faults" value={faults} isBad={faults > 0} />}
      </dl>
      <div className="mb-10 flex max-w-2xl flex-col items-start gap-4">
        <Verdict read={read} />
      </div>
      {faults > 0 && <ImportFaults read={read} />}
      {faults === 0 && state !== 'reading' && <ImportContent read={read} />}
    </>
  )
}

const Figure = ({ label, value, isBad = false }: { label: string; value: number; isBad?: boolean }) => (
  <div className={`rounded-card border bg-paper px-4 py-3 ${isBad ? 'border-danger text-danger' : 'border-line'}`}>
    <dt className={`text-xs ${isBad ? '' : 'text-stone'}`}>{label}</dt>
    <dd className="font-display text-2xl tabular-nums">{count.format(value)}</dd>
  </div>
)

/** The state of the import in a sentence, with its buttons. */
function Verdict({ read }: { read: ProductImport }) {
  const { _id, state, file, added, changed, unchanged, faults, counts } = read
  const { apply, isApplying } = useApplyImport(read)
  const sum = added + changed
  const left = counts - read.counted - read.notCounted

  if (state === 'reading') return <Says>{`${file} is still being read.`}</Says>
  if (isApplying || state === 'applying')
    return (
      <div className="w-full">
        <ImportProgress part={partOf(read)}>{`Importing ${contentOf(read)}`}</ImportProgress>
      </div>
    )
  if (state === 'applied')
    return (
      <>
        <Says key={_id}>{resultOf(read)}</Says>
        <PicturesFetched {...read.pictures} />
        <div className="flex flex-wrap gap-3">
          {left > 0 && (
            <button type="button" className={button.primary} onClick={apply}>
              Store the other {nounOf(left, 'count')}
            </button>
          )}
          <Link to="/dashboard/manage-products" className={left > 0 ? button.quiet : button.primary}>
            Manage Products
          </Link>
          {sum > 0 && <UndoImport read={read} />}
          <AnotherFile />
        </div>
        {counts > 0 && (
          <p className="text-sm text-stone">
            A count is taken back in the <Link to="/dashboard/audit">audit</Link>, each on its own.
          </p>
        )}
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
  if (sum + counts === 0)
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
      <Says>
        {`Nothing has changed yet. Products that the file leaves out stay as they are.${read.pictures.total > 0 ? ` ${nounOf(read.pictures.total, 'picture')} will be fetched from other hosts.` : ''}`}
      </Says>
      {read.collections.length > 0 && (
        <ul aria-label="Collections" className="leading-relaxed [overflow-wrap:anywhere]">
          {read.collections.map(each => (
            <li key={each.id}>{collectionInWords(each)}</li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <button type="button" className={button.primary} onClick={apply}>
          Import {contentOf(read)}
        </button>
        <AnotherFile />
      </div>
    </>
  )
}

/** How far the pictures are, which the shop fetches by itself. */
function PicturesFetched({ total, done, failed }: ProductImport['pictures']) {
  if (total === 0) return null
  const isWaiting = done + failed < total
  const words = `${count.format(done)} of ${nounOf(total, 'picture')} fetched`
  return (
    <div className="w-full">
      {isWaiting ? (
        <ImportProgress part={(done + failed) / total}>{words}</ImportProgress>
      ) : (
        <p role="status">{words}.</p>
      )}
      {failed > 0 && (
        <p className="mt-2 text-rosewood text-sm">
          {nounOf(failed, 'picture')} could not be fetched: the list of pictures says why.
        </p>
      )}
    </div>
  )
}

function partOf({ added, changed, applied, counts, counted, notCounted }: ProductImport): number | undefined {
  const all = added + changed + counts
  return all > 0 ? (applied + counted + notCounted) / all : undefined
}

function resultOf({ added, changed, counts, counted, notCounted }: ProductImport): string {
  const sum = added + changed
  return [
    sum > 0 && `${nounOf(sum, 'product')} imported: ${count.format(added)} new, ${count.format(changed)} changed.`,
    counts > 0 && `${nounOf(counted, 'count')} ${isOne(counted)} stored.`,
    notCounted > 0 && `${nounOf(notCounted, 'count')} ${isOne(notCounted)} not: the list below says why.`,
  ]
    .filter(Boolean)
    .join(' ')
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
