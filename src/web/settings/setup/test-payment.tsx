import { formErrorOf } from '../../session/form-error.ts'
import { textLink } from '../../ui/form/button.ts'
import { useTestPaymentQuery } from './api.ts'
import { Outcome } from './try-button.tsx'

/** What has become of a test payment, for the way back from its page. `id` is its session's, or `cancelled`. */
export const TestPayment = ({ id }: { id: string }) =>
  id === 'cancelled' ? (
    <Outcome outcome="incomplete" sentence="You have left the page of the test payment: nothing was charged." />
  ) : (
    <AskedPayment id={id} />
  )

function AskedPayment({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useTestPaymentQuery(id, { refetchOnMountOrArgChange: true })
  if (isFetching) return <p className="mt-4 text-sm text-stone">Asking whether it was paid…</p>
  return (
    <>
      {data && !error ? <Outcome {...data} /> : <Outcome outcome="fails" sentence={formErrorOf(error)} />}
      {(error || data?.outcome === 'incomplete') && (
        <button type="button" className={textLink} onClick={refetch}>
          Look again
        </button>
      )}
    </>
  )
}
