import { useState } from 'react'
import { v4 } from 'uuid'
import { formatCents, toCents } from '#domain/money.ts'
import type { PlannedEdit } from '#domain/products/bulk-edit.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { useUndo } from '../../../session/use-undo.ts'
import { useChoices } from '../../../settings/api.ts'
import { autofocus } from '../../../ui/autofocus.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { button } from '../../../ui/form/button.ts'
import { type BulkTexts, useBulkEditMutation } from '../api.ts'
import { momentInWords } from '../schedule/schedule-in-words.ts'

interface BulkPreviewProps {
  plans: PlannedEdit[]
  /** How many products were selected. */
  asked: number
  change: BulkTexts
  onBack: () => void
  onDone: () => void
}

/** What the change does to each product, and the button that does it. What cannot be changed is left as it is. */
export function BulkPreview({ plans, asked, change, onBack, onDone }: BulkPreviewProps) {
  const [id] = useState(() => v4()) // of this change: sent again after a lost answer, it is done once
  const [bulkEdit, { isLoading }] = useBulkEditMutation()
  const [failure, setFailure] = useState('')
  const undo = useUndo()
  const { categories } = useChoices()
  const nameOf = (address: string) => categories.find(({ value }) => value === address)?.label ?? address
  const possible = plans.filter(({ error }) => error === undefined)
  const same = asked - plans.length

  async function apply() {
    if (isLoading) return
    const products = possible.map(({ _id, updatedAt }) => ({ _id, updatedAt }))
    const { data, error } = await bulkEdit({ id, products, ...change })
    if (!data) return setFailure(formErrorOf(error))
    toast.say(`${countOf(possible.length)} changed`, { label: 'Undo', run: () => undo(data.auditId) })
    onDone()
  }

  return (
    <>
      <p className="mb-4 text-sm" role="status">
        {possible.length === 0 ? 'Nothing would change.' : `${countOf(possible.length)} will change.`}
        {same > 0 && ` ${countOf(same)} stay${same === 1 ? 's' : ''} as ${same === 1 ? 'it is' : 'they are'}.`}
      </p>
      {plans.length > 0 && (
        <ul
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keys
          tabIndex={0}
          aria-label="Preview"
          className="mb-6 max-h-[50vh] divide-y divide-line overflow-y-auto border-line border-y"
        >
          {plans.map(plan => (
            <li key={plan._id} className="py-2.5 text-sm">
              <p className="[overflow-wrap:anywhere]">
                <span className="font-medium">{plan.name}</span>, {plan.shade ?? plan.before.color}
              </p>
              {plan.error ? (
                <p className="text-danger">Stays as it is: {plan.error}</p>
              ) : (
                <p className="text-stone tabular-nums">{differences(plan, nameOf).join(' · ')}</p>
              )}
            </li>
          ))}
        </ul>
      )}
      {failure && (
        <p role="alert" className="mb-4 text-danger text-sm">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <button type="button" className={button.quiet} onClick={onBack}>
          Back
        </button>
        {possible.length > 0 && (
          <button ref={autofocus} type="button" className={button.primary} aria-disabled={isLoading} onClick={apply}>
            {isLoading ? 'Changing…' : `Change ${countOf(possible.length)}`}
          </button>
        )}
      </div>
    </>
  )
}

const countOf = (n: number) => (n === 1 ? '1 product' : `${n} products`)

type NameOf = (category: string) => string

/** What changes, in words. A shade belongs to the color before, and is only changed in the product's own form. */
function differences({ before, after, shade }: PlannedEdit, nameOf: NameOf): string[] {
  const changed = (['category', 'color', 'price', 'status'] as const).filter(name => before[name] !== after[name])
  const shown = (name: (typeof changed)[number], value: string | number) =>
    typeof value === 'number' ? formatCents(toCents(value)) : name === 'category' ? nameOf(value) : value
  const lines = changed.map(name => `${name} ${shown(name, before[name])} → ${shown(name, after[name])}`)
  const [saleBefore, saleAfter] = [saleOf(before), saleOf(after)]
  return [
    ...lines,
    ...(shade && changed.includes('color') ? [`its shade stays “${shade}”`] : []),
    ...(saleBefore === saleAfter ? [] : [`${saleBefore} → ${saleAfter}`]),
  ]
}

function saleOf({ salePrice, saleFrom, saleUntil }: PlannedEdit['before']): string {
  if (salePrice === undefined) return 'no sale'
  const from = saleFrom && new Date(saleFrom) > new Date() ? ` from ${momentInWords(saleFrom)}` : ''
  return `sale ${formatCents(toCents(salePrice))}${from}${saleUntil ? ` until ${momentInWords(saleUntil)}` : ''}`
}
