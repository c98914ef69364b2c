import { Download, Printer } from 'lucide'
import { data, useSearchParams } from 'react-router'
import type { Invoice } from '#domain/costs/invoice.ts'
import { invoiceTitle } from '#domain/costs/print-invoice.ts'
import { isOrderId } from '#domain/ids.ts'
import { MissingPage } from '../layout/missing-page.tsx'
import { orderEndpoints } from '../orders/api.ts'
import { useFetchInvoiceFileMutation, useGetInvoicesQuery } from '../orders/invoice-api.ts'
import { InvoiceLinks } from '../orders/invoice-links.tsx'
import { InvoiceSheet } from '../orders/invoice-sheet.tsx'
import { useOrderKey } from '../orders/use-order-key.ts'
import { prefetch } from '../prefetch.ts'
import { formErrorOf } from '../session/form-error.ts'
import { useUser } from '../session/use-user.ts'
import { isNotFound } from '../ui/feedback/is-not-found.ts'
import { Failure } from '../ui/feedback/notice.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import type { Route } from './+types/order-invoice'

/** Asks for the order, as a stranger may, so that an unknown one is 404. */
export const loader = ({ context, params }: Route.LoaderArgs) =>
  isOrderId(params.orderId)
    ? prefetch(context, [orderEndpoints.getOrder, { orderId: params.orderId }])
    : data(null, { status: 404 })

export const clientLoader = () => null

export default function OrderInvoicePage({ params: { orderId } }: Route.ComponentProps) {
  return isOrderId(orderId) ? <InvoicesOf orderId={orderId} /> : <MissingPage reason="Error loading the invoice" />
}

function InvoicesOf({ orderId }: { orderId: string }) {
  const { key, isKnown } = useOrderKey(orderId)
  const [search] = useSearchParams()
  const answer = useGetInvoicesQuery({ orderId, userId: useUser()?._id, key }, { skip: !isKnown })
  const { currentData: invoices, error, isError, isFetching, refetch } = answer
  const asked = search.get('number')
  const invoice = asked ? invoices?.find(({ number }) => number === asked) : invoices?.[0]
  return (
    <div className="container-page py-14 md:py-20 print:p-0">
      <PageTitle>{invoice ? invoiceTitle(invoice) : 'Invoice'}</PageTitle>
      {invoice && invoices ? (
        <>
          <Actions invoice={invoice} invoices={invoices} orderKey={key} />
          <InvoiceSheet invoice={invoice} />
        </>
      ) : (isError || invoices) && !isFetching ? (
        <Failure
          isPage
          onRetry={isNotFound(error) ? undefined : refetch}
          action={
            <Link to={`/orders/${orderId}`} className={button.quiet}>
              See the order
            </Link>
          }
        >
          {invoices
            ? 'There is no such invoice yet. It is made within a minute of the payment.'
            : 'Error loading the invoice'}
        </Failure>
      ) : (
        <div className="min-h-svh">
          <h1 className="sr-only">Invoice</h1>
          <Spinner />
        </div>
      )}
    </div>
  )
}

interface ActionsProps {
  invoice: Invoice
  invoices: Invoice[]
  orderKey: string | undefined
}

/** The way back, the other invoices of the order, and what can be done with this one. */
function Actions({ invoice: { order, number }, invoices, orderKey: key }: ActionsProps) {
  const [fetchFile, { isLoading }] = useFetchInvoiceFileMutation()
  const { orderId } = order

  async function save() {
    if (isLoading) return
    const { data: address, error } = await fetchFile({ orderId, number, key })
    if (address === undefined) return toast.alert(`The file was not made. ${formErrorOf(error)}`)
    const link = document.createElement('a')
    link.href = address
    link.download = `${number}.pdf`
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <div className="mb-10 flex flex-wrap items-center gap-x-6 gap-y-3 border-line border-b pb-6 print:hidden">
      <Link to={`/orders/${orderId}`} className={textLink}>
        Order #{order.number}
      </Link>
      {invoices.length > 1 && <InvoiceLinks orderId={orderId} invoices={invoices} />}
      <div className="flex flex-wrap gap-2 sm:ml-auto">
        <button type="button" className={button.quiet} onClick={() => print()}>
          <Icon of={Printer} className="size-4" />
          Print
        </button>
        <button type="button" className={button.primary} aria-disabled={isLoading} onClick={save}>
          <Icon of={Download} className="size-4" />
          {isLoading ? 'Preparing…' : 'Download PDF'}
        </button>
      </div>
    </div>
  )
}
