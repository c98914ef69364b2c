import { Cell, Pie, PieChart, type PieLabelRenderProps, ResponsiveContainer } from 'recharts'
import type { AdminStats } from '#domain/stats.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

interface Slice {
  name: string
  value: number
  color: string
}

const slicesOf = ({ totalOrders, totalProducts, totalReviews, totalUsers }: AdminStats): Slice[] => [
  { name: 'Total Orders', value: totalOrders, color: 'var(--wine)' },
  { name: 'Total Products', value: totalProducts, color: 'var(--gold)' },
  { name: 'Total Reviews', value: totalReviews, color: 'var(--sage)' },
  { name: 'All Users', value: totalUsers, color: 'var(--tone-blue)' },
]

const narrowestDegrees = 14 // so that each slice is visible and neighbouring labels do not overlap
const labelGapPx = 18
const count = new Intl.NumberFormat('en-US')

/** The number of orders, products, reviews and users: as a pie, and as figures. */
export default function ShopChart({ stats }: { stats: AdminStats }) {
  const slices = slicesOf(stats)
  const isEmpty = stats.totalOrders + stats.totalProducts + stats.totalReviews === 0 // users do not count: the admin who looks at the chart is one
  return (
    <figure className="flex flex-col gap-4">
      {isEmpty ? (
        <div className="flex flex-col items-center gap-6 px-4 py-10 text-center">
          <p className="max-w-xs font-display text-xl">
            There is nothing to compare yet. Put a first piece in the window.
          </p>
          <Link to="/dashboard/add-product" className={button.primary}>
            Add the first product
          </Link>
        </div>
      ) : (
        <div aria-hidden className="h-56 w-full sm:h-80 [&_svg]:overflow-visible!">
          <ResponsiveContainer>
            <PieChart accessibilityLayer={false}>
              <Pie
                data={slices.filter(({ value }) => value > 0)}
                dataKey="value"
                nameKey="name"
                outerRadius="56%"
                startAngle={0} // the small slices are mostly the first and the last, and their labels fit beside the pie, one below the other
                endAngle={-360}
                minAngle={narrowestDegrees}
                stroke="var(--paper)"
                strokeWidth={2}
                label={SliceLabel}
                labelLine={false}
                rootTabIndex={-1}
                isAnimationActive={false}
              >
                {slices.map(({ name, value, color }) => value > 0 && <Cell key={name} fill={color} />)}
              </Pie>
            </PieChart>
          </ResponsiveContainer>
        </div>
      )}
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">The shop in figures</caption>
        <tbody>
          {slices.map(({ name, value, color }) => (
            <tr key={name} className="border-line border-t">
              <th scope="row" className="py-2 text-left font-normal">
                <span
                  aria-hidden
                  style={{ backgroundColor: color }}
                  className="mr-3 inline-block size-3 rounded-full align-[-1px] forced-color-adjust-none"
                />
                {name}
              </th>
              <td className="py-2 text-right">{count.format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function SliceLabel({ cx, cy, midAngle = 0, outerRadius, name }: PieLabelRenderProps) {
  const radians = (-midAngle * Math.PI) / 180
  const x = cx + (outerRadius + labelGapPx) * Math.cos(radians)
  const y = cy + (outerRadius + labelGapPx) * Math.sin(radians)
  return (
    <text x={x} y={y} textAnchor={x < cx ? 'end' : 'start'} dominantBaseline="central" fill="var(--ink)" fontSize={12}>
      {name}
    </text>
  )
}
