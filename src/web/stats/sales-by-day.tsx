import { lazy, Suspense } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import type { SalesStats } from '#domain/stats.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'

const SalesChart = lazy(() => import('./sales-chart.tsx'))

type Days = SalesStats['days']

const count = new Intl.NumberFormat('en-US')
const dayName = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const cell = 'py-2 text-right font-normal'

const ordersInWords = (orders: number) => `${count.format(orders)} ${orders === 1 ? 'order' : 'orders'}`

/** The orders and the earnings of each day: as bars, and as a table that opens. */
export function SalesByDay({ days }: { days: Days }) {
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const cents = days.reduce((sum, { earnings }) => sum + toCents(earnings), 0)
  const named = days.map(({ day, earnings, ...rest }) => ({
    ...rest,
    earnings,
    name: dayName.format(new Date(day)),
    earned: formatCents(toCents(earnings)),
  }))
  if (orders === 0) return <p className="py-8 text-center text-stone">Nothing was sold in the last 30 days.</p>
  return (
    <figure>
      <figcaption className="mb-4 text-sm text-stone tabular-nums">
        {formatCents(cents)} from {ordersInWords(orders)}; days are counted in UTC.
      </figcaption>
      <div aria-hidden className="h-80">
        <Suspense fallback={<Spinner />}>
          <SalesChart
            days={named.map(day => ({ ...day, bubble: `${day.name}: ${day.earned}, ${ordersInWords(day.orders)}` }))}
          />
        </Suspense>
      </div>
      <details className="mt-2">
        <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm underline underline-offset-4 hover:text-rosewood">
          Show the days as a table
        </summary>
        <table className="mt-2 w-full max-w-xl text-sm tabular-nums">
          <caption className="sr-only">Sales by day</caption>
          <thead>
            <tr className="text-stone text-xs">
              <th scope="col" className="py-2 text-left font-medium">
                Day
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Orders
              </th>
              <th scope="col" className="py-2 text-right font-medium">
                Earnings
              </th>
            </tr>
          </thead>
          <tbody>
            {named.map(day => (
              <tr key={day.name} className={`border-line border-t ${day.orders === 0 ? 'text-stone' : ''}`}>
                <th scope="row" className="py-2 text-left font-normal">
                  {day.name}
                </th>
                <td className={cell}>{count.format(day.orders)}</td>
                <td className={cell}>{day.earned}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
