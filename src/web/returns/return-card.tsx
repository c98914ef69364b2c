import { useState } from 'react'
import { flushSync } from 'react-dom'
import { describeVariation } from '#domain/products/variation.ts'
import { type ReturnPage, reasonLabels, type ShownReturn } from '#domain/returns/return.ts'
import { returnHeadline } from '#domain/returns/words.ts'
import type { Viewer } from '../orders/api.ts'
import { LinePicture } from '../orders/line-picture.tsx'
import { formErrorOf } from '../session/form-error.ts'
import { AlertDialog } from '../ui/feedback/alert-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { LocalTime } from '../ui/local-time.tsx'
import { useCancelReturnMutation } from './api.ts'
import { ReturnSlip } from './return-slip.tsx'

interface ReturnCardProps {
  shown: ShownReturn
  page: ReturnPage
  viewer: { orderId: string } & Viewer
}

/** A return with what happens next: while it is waited for, the slip and the address. */
export function ReturnCard({ shown, page, viewer }: ReturnCardProps) {
  const { kind, status, reference, askedAt, refusal, lines, message, parcels, heldUntil } = shown
  const [isPrinting, setIsPrinting] = useState(false)
  const isAwaited = status === 'asked' && lines.length > 0
  const wasSwapSent = lines.some(({ swap }) => swap?.state === 'sent')

  function printSlip() {
    flushSync(() => setIsPrinting(true))
    print()
    setIsPrinting(false)
  }

  return (
    <section
      aria-labelledby={`return-${shown._id}`}
      className="mt-10 border-line border-t pt-8 print:m-0 print:border-0 print:p-0"
    >
      <div className="print:hidden">
        <h2 id={`return-${shown._id}`} className="text-2xl">
          {returnHeadline(shown)}
        </h2>
        <p className="mt-1 text-sm text-stone">
          {kind === 'withdrawal' ? 'Withdrawal' : 'Return'} {reference}, asked for on <LocalTime at={askedAt} />
        </p>
        {refusal && <p className="mt-4 whitespace-pre-line [overflow-wrap:anywhere]">{refusal}</p>}
        {parcels.map(({ carrier, number, url }) => (
          <p key={carrier + number} className="mt-4">
            {[carrier, number].filter(Boolean).join(' ')}{' '}
            {url && (
              <a href={url} rel="noopener noreferrer" className={textLink}>
                Follow the parcel
              </a>
            )}
          </p>
        ))}
        <ul className="mt-4 divide-y divide-line">
          {lines.map(({ position, variantId, name, image, size, color, quantity, reason, swap }) => (
            <li
              key={`${position} ${variantId}`}
              className="grid grid-cols-[4rem_minmax(0,1fr)] items-center gap-4 py-3"
            >
              <LinePicture image={image} className="w-16" />
              <div className="min-w-0 [overflow-wrap:anywhere]">
                <p className="font-display text-lg leading-snug">{name}</p>
                <p className="text-sm text-stone">
                  {[
                    describeVariation({ color, size }),
                    quantity > 1 && `${quantity} pieces`,
                    reason && reasonLabels[reason],
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
                {swap && <p className="text-sm">{swapWords[swap.state](swap.size)}</p>}
              </div>
            </li>
          ))}
        </ul>
        {message && <p className="mt-2 whitespace-pre-line text-sm text-stone [overflow-wrap:anywhere]">“{message}”</p>}
        {heldUntil && (
          <p className="mt-2 text-sm text-stone">
            Held for you until <LocalTime at={heldUntil} />.
          </p>
        )}
        {isAwaited && (
          <div className="mt-4 rounded-card border border-line bg-paper p-5">
            <p className="text-sm">Put the slip into the parcel, and send it to</p>
            <address className="mt-2 whitespace-pre-line text-sm not-italic leading-relaxed">
              {page.address.join('\n')}
            </address>
            <div className="mt-4 flex flex-wrap gap-3">
              <button type="button" className={button.primary} onClick={printSlip}>
                Print the slip
              </button>
              {page.labelLink && (
                <a href={page.labelLink} rel="noopener noreferrer" className={button.quiet}>
                  Get a label
                </a>
              )}
              {kind === 'return' && !wasSwapSent && <CancelButton id={shown._id} viewer={viewer} />}
            </div>
          </div>
        )}
      </div>
      {isPrinting && <ReturnSlip shown={shown} page={page} />}
    </section>
  )
}

const swapWords = {
  open: (size: string) => `You get size ${size} instead.`,
  sent: (size: string) => `Size ${size} was sent to you.`,
  ended: (size: string) => `Size ${size} is no longer held: you get your money instead.`,
}

function CancelButton({ id, viewer }: { id: string; viewer: ReturnCardProps['viewer'] }) {
  const [isAsked, setIsAsked] = useState(false)
  const [cancel, { isLoading }] = useCancelReturnMutation()

  async function go() {
    if (isLoading) return
    const { error } = await cancel({ ...viewer, id })
    setIsAsked(false)
    if (error) return toast.alert(`The return was not cancelled. ${formErrorOf(error)}`)
    toast.say('Your return is cancelled.')
  }

  return (
    <>
      <button type="button" className={button.quiet} onClick={() => setIsAsked(true)}>
        Cancel the return
      </button>
      <AlertDialog
        open={isAsked}
        onClose={() => setIsAsked(false)}
        title="Keep everything?"
        text="The return is cancelled, and nothing has to be sent."
      >
        <button type="button" className={button.quiet} onClick={() => setIsAsked(false)}>
          Back
        </button>
        <button type="button" className={button.primary} aria-disabled={isLoading} onClick={go}>
          Cancel the return
        </button>
      </AlertDialog>
    </>
  )
}
