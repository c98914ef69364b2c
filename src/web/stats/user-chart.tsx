import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { currencyNoun } from '#domain/currency.ts'
import { formatCents, toCents } from '#domain/money.ts'
import { chartFactor, type UserStats } from '#domain/stats.ts'

interface Column {
  name: string
  /** The value as text. */
  valueText: string
  /** The height of the bar. */
  height: number
}

const headroom = 1.1 // room above the highest bar

const columnsOf = ({ totalPayments, totalReviews, totalPurchasedProducts }: UserStats): Column[] => [
  { name: 'Total Payment', valueText: formatCents(toCents(totalPayments)), height: totalPayments },
  { name: 'Total Reviews', valueText: String(totalReviews), height: totalReviews * chartFactor },
  {
    name: 'Total Purchased Products',
    valueText: String(totalPurchasedProducts),
    height: totalPurchasedProducts * chartFactor,
  },
]

/** A customer's three figures as bars, and as a table for screen readers. */
export default function UserChart({ stats }: { stats: UserStats }) {
  const columns = columnsOf(stats)
  if (columns.every(({ height }) => height === 0)) {
    return (
      <p className="rounded-card border border-line bg-paper px-6 py-16 text-center text-stone">
        There is nothing to draw yet. Your first order or review will show here.
      </p>
    )
  }
  return (
    <figure className="rounded-card border border-line bg-paper p-4 sm:p-6">
      <figcaption className="mb-4 text-stone text-xs">
        Your figures at a glance. Reviews and products are drawn {chartFactor} times as high, to stand beside{' '}
        {currencyNoun()}.
      </figcaption>
      <div aria-hidden className="h-72 w-full">
        <ResponsiveContainer>
          <BarChart data={columns} margin={{ top: 24, right: 8, bottom: 0, left: 8 }} accessibilityLayer={false}>
            <CartesianGrid vertical={false} stroke="var(--line)" />
            <XAxis dataKey="name" tickLine={false} stroke="var(--stone)" tick={Name} interval={0} height={38} />
            <YAxis hide domain={[0, (highest: number) => Math.max(highest * headroom, 1)]} />
            <Tooltip cursor={{ fill: 'var(--line)', opacity: 0.4 }} content={Bubble} />
            <Bar
              dataKey="height"
              fill="var(--wine)"
              maxBarSize={72}
              radius={[2, 2, 0, 0]}
              minPointSize={1}
              isAnimationActive={false}
            >
              <LabelList dataKey="valueText" position="top" fill="var(--ink)" fontSize={12} />
            </Bar>
          </BarChart>
        </ResponsiveContainer>
      </div>
      <div className="sr-only">
        <table>
          <caption>Your figures</caption>
          <tbody>
            {columns.map(({ name, valueText }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{valueText}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** A label below its bar, in at most two lines. */
function Name({ x, y, payload }: { x: number | string; y: number | string; payload: { value: string } }) {
  const words = payload.value.split(' ')
  return (
    <text x={x} y={y} textAnchor="middle" fill="var(--stone)" fontSize={11}>
      <tspan x={x} dy="0.8em">
        {words.slice(0, 2).join(' ')}
      </tspan>
      <tspan x={x} dy="1.25em">
        {words.slice(2).join(' ')}
      </tspan>
    </text>
  )
}

function Bubble({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const column = payload?.[0]?.payload as Column | undefined
  if (!active || !column) return null
  return (
    <p className="rounded-control border border-line bg-paper px-3 py-2 text-ink text-sm tabular-nums">
      {column.name}: {column.valueText}
    </p>
  )
}
