import { X } from 'lucide'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lineKey } from '#domain/orders/cart.ts'
import { cartChangedSentence } from '#domain/orders/reprice-cart.ts'
import type { User } from '#domain/users/user.ts'
import { api } from '../api.ts'
import { useCheckSessionMutation } from '../session/api.ts'
import { keyOfBrowser } from '../session/browser-key.ts'
import { sessionActions } from '../session/slice.ts'
import { useUser } from '../session/use-user.ts'
import { useShop } from '../settings/api.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { button, iconButton, textLink } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { useCheckoutMutation } from './api.ts'
import { CartCosts } from './cart-costs.tsx'
import { CartLineRow } from './cart-line.tsx'
import { checkoutKeyOf } from './checkout-key.ts'
import { forgetLine, isInLine, rememberCheckout, rememberLine } from './checkout-session.ts'
import { useChoice } from './choice.ts'
import { HeldCheckout, useOpenCheckout } from './held-checkout.tsx'
import { BuyableLine, type Removed, RemovedLine } from './removed-line.tsx'
import { cartActions } from './slice.ts'
import { useCartQuote } from './use-cart-quote.ts'
import { useRepricing } from './use-repricing.ts'
import { type CheckoutAnswer, placeOf, type ToldPlace, WaitingLine } from './waiting-line.tsx'

/** 'Your Cart', on the right: lines, totals and the button that leads to the payment page. */
export function CartPanel() {
  const { products, isPanelOpen } = useAppSelector(({ cart }) => cart)
  const { categories, delivery } = useShop()
  const dispatch = useAppDispatch()
  const { notices, buyable, settle, reprice, forget } = useRepricing()
  const [isLeaving, setIsLeaving] = useState(false)
  const { held, look, forget: forgetHeld } = useOpenCheckout(isPanelOpen)
  const [removed, setRemoved] = useState<Removed>()
  const backKey = products.map(lineKey).find(key => removed?.lines.some(line => lineKey(line) === key))
  const isFrozen = isLeaving || held !== undefined
  const title = useRef<HTMLHeadingElement>(null)
  const focusTitle = () => title.current?.focus() // the focused element was removed
  const close = () => dispatch(cartActions.panelToggled(false))

  function clear() {
    setRemoved({ lines: products, place: 0 })
    dispatch(cartActions.cleared())
    settle()
    focusTitle()
  }

  function endHeld(isPaid: boolean) {
    forgetHeld()
    focusTitle()
    if (isPaid && held) location.assign(`/success?session_id=${encodeURIComponent(held.id)}`)
    else reprice()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it opens
  useEffect(() => {
    if (isPanelOpen) reprice()
    else {
      forget()
      setRemoved(undefined)
    }
  }, [isPanelOpen])

  return (
    <Dialog
      open={isPanelOpen}
      onClose={close}
      labelledBy="cart-title"
      className="panel fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(28rem,100vw)] max-w-none border-line border-l bg-paper p-0 text-ink"
    >
      {/* Where there is no room for lines above the summary, all scrolls together. */}
      <div
        className={`flex min-h-full flex-col ${delivery.isAsked ? '[@media(height>=48rem)]:h-full' : '[@media(height>=34rem)]:h-full'}`}
      >
        <div className="flex items-center justify-between border-line border-b py-3 pr-3 pl-6">
          <h2 id="cart-title" ref={title} tabIndex={-1} className="text-2xl outline-none">
            Your Cart
          </h2>
          <button type="button" className={iconButton} onClick={close} aria-label="Close cart">
            <Icon of={X} className="size-5" />
          </button>
        </div>

        <div inert={isFrozen}>
          <RemovedLine
            removed={removed}
            isBack={backKey !== undefined}
            onUndo={undone => dispatch(cartActions.restored(undone))}
          />
          {buyable.map(line => (
            <BuyableLine
              key={lineKey(line)}
              line={line}
              onPutBack={() => {
                const last = { lines: [line], place: products.length }
                setRemoved(last)
                settle(line)
                dispatch(cartActions.restored(last))
              }}
            />
          ))}
        </div>
        <div
          inert={isFrozen}
          className={`${held ? 'opacity-60' : ''} flex-1 overscroll-contain px-6 [@media(height>=34rem)]:overflow-y-auto`}
        >
          {notices.length > 0 && (
            <ul role="status" className="mt-4 flex flex-col gap-2 border-gold border-l-2 bg-ivory px-4 py-3 text-sm">
              {notices.map(notice => (
                <li key={notice}>{notice}</li>
              ))}
            </ul>
          )}
          {products.length === 0 ? (
            <div className="flex min-h-full flex-col items-center justify-center gap-6 py-12 text-center">
              <p className="font-display text-xl">Your cart is empty.</p>
              <Link to="/shop" className={button.quiet} onClick={close}>
                Explore the shop
              </Link>
              <div className="flex flex-wrap justify-center gap-x-6">
                {categories.slice(0, 2).map(({ address, name }) => (
                  <Link key={address} to={`/categories/${address}`} className={textLink} onClick={close}>
                    {name}
                  </Link>
                ))}
              </div>
            </div>
          ) : (
            <ol className="divide-y divide-line">
              {products.map((line, index) => (
                <CartLineRow
                  key={lineKey(line)}
                  line={line}
                  index={index + 1}
                  isBack={lineKey(line) === backKey}
                  onRemoved={() => {
                    setRemoved({ lines: [line], place: index })
                    focusTitle()
                  }}
                />
              ))}
            </ol>
          )}
        </div>
        {products.length > 0 && (
          <OrderSummary
            reprice={reprice}
            isLeaving={isLeaving}
            setIsLeaving={setIsLeaving}
            onClear={clear}
            onOpened={look}
          >
            {held && <HeldCheckout held={held} products={products} onEnded={endHeld} />}
          </OrderSummary>
        )}
      </div>
    </Dialog>
  )
}

const failed = 'We could not reach the checkout. Nothing was charged and your cart is kept. Please try again.'

interface OrderSummaryProps extends Pick<ReturnType<typeof useRepricing>, 'reprice'> {
  /** The payment page is loading: the cart must not change after it was sent. */
  isLeaving: boolean
  setIsLeaving: (isLeaving: boolean) => void
  onClear: () => void
  /** A payment page was opened, and the shopper stays. */
  onOpened: () => void
  /** Replaces the buttons while a payment page is open. */
  children: ReactNode
}

function OrderSummary({ reprice, isLeaving, setIsLeaving, onClear, onOpened, children }: OrderSummaryProps) {
  const products = useAppSelector(({ cart }) => cart.products)
  const dispatch = useAppDispatch()
  const user = useUser()
  const [checkSession] = useCheckSessionMutation()
  const proceedButton = useRef<HTMLButtonElement>(null)
  const [checkout] = useCheckoutMutation()
  const [formError, setFormError] = useState('')
  const [choice, choose] = useChoice()
  const costs = useCartQuote(products, choice)
  const cannotProceed = isLeaving || costs.isFetching || costs.quote?.totalError !== undefined
  const [waiting, setWaiting] = useState<{ line: ToldPlace; ask: () => Promise<CheckoutAnswer> }>()

  function stay(sentence = '') {
    forgetLine()
    setWaiting(undefined)
    setFormError(sentence)
    setIsLeaving(false)
  }

  function leave() {
    flushSync(() => stay())
    proceedButton.current?.focus() // the focused button was replaced
  }

  function go({ data, error }: CheckoutAnswer, { hasLeft = false } = {}) {
    if (codeOf(error) === 'total_changed') {
      dispatch(api.util.invalidateTags(['Settings']))
      if (costs.isQuoted) costs.refetch()
    }
    if (!data) return stay(plainRefusal(error) ?? failed)
    forgetLine()
    rememberCheckout(data, products)
    if (hasLeft) onOpened()
    else location.assign(data.url)
  }

  async function proceed() {
    if (cannotProceed) return
    setIsLeaving(true)
    setFormError('')
    const prices = await reprice()
    if (prices === 'failed') return stay(failed)
    if (prices === 'changed') return stay(cartChangedSentence)
    if (costs.total === undefined) return stay(failed)
    const { data: signedIn, error: isUnknown } = await checkSession() // also for a guest, whose cookie the server may recognise
    if (isUnknown) return stay(failed)
    dispatch(sessionActions.known(signedIn))
    if (signedIn?._id !== user?._id) return stay(whoPays(signedIn))
    const order = {
      key: checkoutKeyOf(products, choice, costs.total),
      total: costs.total,
      orderKey: keyOfBrowser(),
      products,
      userId: user?._id,
      ...choice,
    }
    const ask = () => {
      if (isInLine()) rememberLine()
      return checkout(order)
    }
    const answer = await ask()
    const line = placeOf(answer.error)
    if (!line) return go(answer)
    rememberLine()
    setWaiting({ line, ask })
  }

  const goOnWaiting = useEffectEvent(proceed)
  useEffect(() => {
    if (isInLine()) goOnWaiting() // the page was reloaded
  }, [])

  useEffect(() => {
    function comeBack({ persisted }: PageTransitionEvent) {
      if (!persisted) return
      setIsLeaving(false) // the back button has restored this page from the browser's cache
      setWaiting(undefined)
    }
    addEventListener('pageshow', comeBack)
    return () => removeEventListener('pageshow', comeBack)
  }, [setIsLeaving])

  return (
    <section aria-labelledby="summary-title" className="border-line border-t bg-ivory px-6 py-5">
      <h3 id="summary-title" className="text-lg">
        Order Summary
      </h3>
      <div inert={isLeaving || Boolean(children)} className={children ? 'opacity-60' : ''}>
        <CartCosts products={products} costs={costs} choice={choice} onChoose={choose} />
      </div>
      {formError && (
        <p role="alert" className="mt-3 text-danger text-sm">
          {formError}
        </p>
      )}
      {waiting ? (
        <WaitingLine {...waiting} onAnswer={go} onLeave={leave} />
      ) : (
        children || (
          <div className="mt-4 flex flex-col-reverse items-center gap-1">
            <button
              type="button"
              className="-mb-3 min-h-11 px-4 text-sm text-stone underline underline-offset-4 hover:text-rosewood disabled:opacity-50"
              onClick={onClear}
              disabled={isLeaving}
            >
              Clear Cart
            </button>
            <button
              type="button"
              ref={proceedButton}
              className={`${button.primary} w-full aria-disabled:opacity-50`}
              onClick={proceed}
              aria-disabled={cannotProceed}
            >
              {isLeaving ? 'One moment…' : 'Proceed Checkout'}
            </button>
          </div>
        )
      )}
    </section>
  )
}

/** Explains that the server knows a different user than this page has shown. */
const whoPays = (signedIn: User | undefined) =>
  signedIn
    ? `You are logged in as ${signedIn.username}. Proceed to order with this account, or log out first.`
    : 'Your session has ended. Log in again, or proceed as a guest.'

const codeOf = (error: unknown) => (error as { data?: { code?: string } } | undefined)?.data?.code

/** The server's message if it refused the cart or has no room for an order; none if it was unreachable. */
function plainRefusal(error: unknown): string | undefined {
  const { status, data } = error as { status: unknown; data?: { message?: string; code?: string } }
  return (typeof status === 'number' && status < 500) || data?.code === 'no_room' ? data?.message : undefined
}
