import { data } from 'react-router'
import { isOrderId } from '#domain/ids.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { orderEndpoints } from '../orders/api.ts'
import { useOrderKey } from '../orders/use-order-key.ts'
import { prefetch } from '../prefetch.ts'
import { useReturnPageQuery } from '../returns/api.ts'
import { ReturnCard } from '../returns/return-card.tsx'
import { ReturnForm } from '../returns/return-form.tsx'
import { useUser } from '../session/use-user.ts'
import { isNotFound } from '../ui/feedback/is-not-found.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/order-return'

/** Asks for the order, as a stranger may, so that an unknown one is 404. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  isOrderId(params.orderId)
    ? prefetch(context, [orderEndpoints.getOrder, { orderId: params.orderId }])
    : data(null, { status: 404 })

export const clientLoader = () => null

export default function OrderReturnPage({ params: { orderId } }: Route.ComponentProps) {
  return isOrderId(orderId) ? <ReturnsOf orderId={orderId} /> : <MissingPage reason="Error loading order details" />
}

function ReturnsOf({ orderId }: { orderId: string }) {
  const { key, isKnown } = useOrderKey(orderId)
  const viewer = { orderId, userId: useUser()?._id, key }
  const { currentData: page, error, isError, isFetching, refetch } = useReturnPageQuery(viewer, { skip: !isKnown })
  return (
    <div className="container-page max-w-3xl py-14 md:py-20 print:p-0">
      <PageTitle>Send something back</PageTitle>
      {page ? (
        <>
          <div className="print:hidden">
            <p className="text-sm text-stone">
              <Link to={`/orders/${orderId}`} className={textLink}>
                Order #{page.number}
              </Link>
            </p>
            <h1 className="mt-2 text-4xl md:text-5xl">Send something back</h1>
            <p className="mt-4 max-w-prose text-stone leading-relaxed">{page.policy}</p>
          </div>
          {page.returns.toReversed().map(each => (
            <ReturnCard key={each._id} shown={each} page={page} viewer={viewer} />
          ))}
          <div className="print:hidden">
            {page.why ? (
              <p className="mt-10 border-line border-t pt-8">{page.why}</p>
            ) : (
              <ReturnForm page={page} viewer={viewer} />
            )}
          </div>
        </>
      ) : isError && !isFetching ? (
        <Failure
          isPage
          onRetry={isNotFound(error) ? undefined : refetch}
          action={
            <Link to="/login" className={button.quiet}>
              Log in
            </Link>
          }
        >
          {isNotFound(error)
            ? 'Only its buyer can send something back: open the link in our e-mail about the order, or log in.'
            : 'The order could not be loaded.'}
        </Failure>
      ) : (
        <div className="min-h-svh">
          <h1 className="sr-only">Send something back</h1>
          <Spinner />
        </div>
      )}
    </div>
  )
}
