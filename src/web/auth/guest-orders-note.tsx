import { AskVerification } from './ask-verification.tsx'

/** How the orders that a customer placed as a guest come into their list. */
export const GuestOrdersNote = ({ email }: { email: string }) => (
  <section aria-labelledby="guest-orders-title" className="mt-16 border-line border-t pt-8">
    <h2 id="guest-orders-title" className="text-xl">
      Ordered as a guest?
    </h2>
    <p className="mt-2 max-w-prose text-sm text-stone leading-relaxed">
      We send a link to your e-mail address. Once you open it, the orders that you placed with this address without
      logging in appear here.
    </p>
    <AskVerification email={email} />
  </section>
)
