import { useId } from 'react'
import { describeVariation } from '#domain/products/variation.ts'
import {
  isAboutSize,
  type ReturnablePiece,
  type ReturnReason,
  reasonLabels,
  returnReasons,
} from '#domain/returns/return.ts'
import { LinePicture } from '../orders/line-picture.tsx'
import { Field } from '../ui/form/field.tsx'

export interface PieceChoice {
  quantity: number
  reason: ReturnReason | ''
  /** The variant that comes instead, empty for money; undefined until it is chosen. */
  swap: string | undefined
}

export const keyOf = ({ position, variantId }: ReturnablePiece): string => `${position} ${variantId}`

const first: PieceChoice = { quantity: 1, reason: '', swap: '' }

interface PieceFieldProps {
  piece: ReturnablePiece
  /** Undefined while it stays with the buyer. */
  choice: PieceChoice | undefined
  hasToSayWhy: boolean
  onChange: (choice: PieceChoice | undefined) => void
}

/** A piece of the order: whether it comes back, how many of it, why, and what instead. Another size comes first when the reason is a size. */
export function PieceField({ piece, choice, hasToSayWhy, onChange }: PieceFieldProps) {
  const { name, image, size, color, left, swaps, isSealed } = piece
  const change = (part: Partial<PieceChoice>) => onChange({ ...first, ...choice, ...part })
  return (
    <>
      <label className="grid grid-cols-[1.25rem_4rem_minmax(0,1fr)] items-center gap-4">
        <input
          type="checkbox"
          className="size-5 accent-wine"
          checked={choice !== undefined}
          onChange={({ target }) => onChange(target.checked ? first : undefined)}
        />
        <LinePicture image={image} className="w-16" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="block font-display text-lg leading-snug">{name}</span>
          {isSealed && (
            <span className="block text-sm">Only with its seal unbroken, unless something is wrong with it.</span>
          )}
          <span className="block text-sm text-stone">
            {[describeVariation({ color, size }), left > 1 && `${left} pieces`].filter(Boolean).join(' · ')}
          </span>
        </span>
      </label>
      {choice && (
        <div className="mt-4 flex flex-col gap-4 sm:pl-9">
          <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_8rem]">
            <Field
              as="select"
              label={`Why does ${name} come back?`}
              value={choice.reason}
              onChange={({ target }) => {
                const reason = target.value as PieceChoice['reason']
                change({
                  reason,
                  swap: isAboutSize(reason || null) && fitting(swaps, reason).length > 0 ? undefined : '',
                })
              }}
              error={hasToSayWhy && choice.reason === '' ? 'Choose a reason.' : undefined}
            >
              <option value="">Choose…</option>
              {returnReasons.map(reason => (
                <option key={reason} value={reason}>
                  {reasonLabels[reason]}
                </option>
              ))}
            </Field>
            {left > 1 && (
              <Field
                as="select"
                label="How many"
                value={choice.quantity}
                onChange={({ target }) => change({ quantity: Number(target.value) })}
              >
                {Array.from({ length: left }, (_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: it is the number of pieces
                  <option key={index} value={index + 1}>
                    {index + 1}
                  </option>
                ))}
              </Field>
            )}
          </div>
          {swaps.length > 0 && choice.reason !== '' && (
            <Instead piece={piece} choice={choice} hasToSay={hasToSayWhy} onChange={swap => change({ swap })} />
          )}
        </div>
      )}
    </>
  )
}

/** The sizes that may help: only larger ones for what is too small. */
const fitting = (swaps: ReturnablePiece['swaps'], reason: PieceChoice['reason']) =>
  isAboutSize(reason || null)
    ? swaps.filter(({ isLarger }) => isLarger === undefined || isLarger === (reason === 'too small'))
    : swaps

interface InsteadProps {
  piece: ReturnablePiece
  choice: PieceChoice
  hasToSay: boolean
  onChange: (swap: string) => void
}

function Instead({ piece: { name, swaps, position }, choice: { reason, swap }, hasToSay, onChange }: InsteadProps) {
  const errorId = useId()
  const money = { variantId: '', size: 'My money back', available: true }
  const sizes = fitting(swaps, reason)
  const options = isAboutSize(reason || null) ? [...sizes, money] : [money, ...sizes]
  const isMissing = hasToSay && swap === undefined
  return (
    <fieldset aria-describedby={isMissing ? errorId : undefined}>
      <legend className="mb-2 text-sm">What do you want instead of {name}?</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ variantId, size, available }) => (
          <label
            key={variantId}
            className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge bg-paper px-4 text-sm has-[:checked]:border-ink has-[:checked]:bg-ink has-[:checked]:text-ivory has-[:disabled]:opacity-60 has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2"
          >
            <input
              type="radio"
              name={`instead-${position}-${name}`}
              className="size-4 accent-wine"
              checked={swap === variantId}
              disabled={!available}
              onChange={() => onChange(variantId)}
            />
            {variantId ? `Size ${size}` : size}
            {!available && ', sold out'}
          </label>
        ))}
      </div>
      {isMissing && (
        <p id={errorId} className="mt-2 text-danger text-sm">
          Choose a size, or your money.
        </p>
      )}
      {swap && (
        <p className="mt-2 text-sm text-stone">
          We hold it for you for three weeks, and send it once your parcel is here.
        </p>
      )}
    </fieldset>
  )
}
