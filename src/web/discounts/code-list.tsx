import { useState } from 'react'
import type { ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { useShop } from '../settings/api.ts'
import { Failure, Notice } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { LocalTime } from '../ui/local-time.tsx'
import { useListCodeUsesQuery } from './api.ts'
import { codeWords, stateOf } from './code-words.ts'

interface CodeListProps {
  codes: ManagedDiscountCode[]
  onEdit: (code: ManagedDiscountCode) => void
}

/** The discount codes with their use, sum and buyers. */
export function CodeList({ codes, onEdit }: CodeListProps) {
  if (codes.length === 0)
    return <Notice>There are no discount codes. Buyers see no field for one until you make the first.</Notice>
  return (
    <ul className="divide-y divide-line border-line border-y">
      {codes.map(code => (
        <CodeRow key={code._id} code={code} onEdit={onEdit} />
      ))}
    </ul>
  )
}

function CodeRow({ code, onEdit }: { code: ManagedDiscountCode; onEdit: CodeListProps['onEdit'] }) {
  const [isOpen, setIsOpen] = useState(false)
  const { categories } = useShop()
  const { startsAt, endsAt, maxUses, uses, sum } = code
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-medium tracking-wide [overflow-wrap:anywhere]">{code.code}</p>
          <p className="text-sm text-stone">
            {codeWords(code, categories)}
            {startsAt && (
              <>
                {' '}
                · from <LocalTime at={startsAt} />
              </>
            )}
            {endsAt && (
              <>
                {' '}
                · until <LocalTime at={endsAt} />
              </>
            )}
          </p>
        </div>
        <p className="text-sm">{stateOf(code, categories, new Date())}</p>
        <p className="text-sm tabular-nums">
          {uses}
          {maxUses !== null && ` of ${maxUses}`} {uses === 1 && maxUses === null ? 'order' : 'orders'},{' '}
          {formatCents(toCents(sum))} off
        </p>
        <div className="flex gap-4">
          {uses > 0 && (
            <button type="button" className={textLink} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              Who<span className="sr-only"> used {code.code}</span>
            </button>
          )}
          <button type="button" className={textLink} onClick={() => onEdit(code)}>
            Edit<span className="sr-only"> {code.code}</span>
          </button>
        </div>
      </div>
      {isOpen && <Uses id={code._id} />}
    </li>
  )
}

const stateWords: Record<string, string> = { awaiting: 'not paid yet', review: 'in review', refunded: 'refunded' }

function Uses({ id }: { id: string }) {
  const { data, isError, refetch } = useListCodeUsesQuery(id)
  if (isError) return <Failure onRetry={refetch}>The orders could not be loaded.</Failure>
  if (!data) return <Spinner />
  const { rows: uses, total } = data
  if (total === 0) return <p className="mt-3 text-sm text-stone">Its orders were deleted.</p>
  return (
    <>
      <ul className="mt-3 grid gap-2 text-sm">
        {uses.map(({ orderId, number, email, discount, amount, paymentState, at }) => (
          <li key={orderId} className="flex flex-wrap gap-x-4 tabular-nums">
            <Link to={`/orders/${orderId}`} className={textLink}>
              #{number}
            </Link>
            <span className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">{email ?? 'A guest'}</span>
            <span className="text-stone">
              <LocalTime at={at} />
            </span>
            <span>
              −{formatCents(toCents(discount))} of {formatCents(toCents(amount + discount))}
              {stateWords[paymentState] && `, ${stateWords[paymentState]}`}
            </span>
          </li>
        ))}
      </ul>
      {total > uses.length && (
        <p className="mt-2 text-stone text-xs">
          The newest {uses.length} of {total}.
        </p>
      )}
    </>
  )
}
