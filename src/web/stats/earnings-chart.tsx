import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCents, toCents } from '#domain/money.ts'
import type { AdminStats } from '#domain/stats.ts'
import { roundAmount, ticksUpTo } from './chart-axis.ts'

type MonthlyEarnings = AdminStats['monthlyEarnings']

interface Month {
  name: string
  /** Undefined for a month that has not begun. */
  earnings: number | undefined
}

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const monthsOf = (year: number, earned: MonthlyEarnings): Month[] =>
  earned.map(({ month, earnings }) => ({
    name: monthName.format(Date.UTC(2000, month - 1)),
    earnings: Date.UTC(year, month - 1) <= Date.now() ? earnings : undefined,
  }))

/** The earnings from January to December of a year: as a line, and as a table for screen readers. */
export default function EarningsChart({ year, earned }: { year: number; earned: MonthlyEarnings }) {
  const months = monthsOf(year, earned)
  const ticks = ticksUpTo(Math.max(...earned.map(({ earnings }) => earnings)))
  const totalCents = earned.reduce((sum, { earnings }) => sum + toCents(earnings), 0)
  return (
    <figure>
      <figcaption className="mb-4 text-sm text-stone tabular-nums">
        {totalCents === 0 ? `Nothing was earned in ${year}.` : `${formatCents(totalCents)} in ${year}`}
      </figcaption>
      {totalCents === 0 ? (
        <p className="py-16 text-center text-stone">What the shop earns is drawn here, month by month.</p>
      ) : (
        <div aria-hidden className="h-72 w-full xl:h-92">
          <ResponsiveContainer>
            <LineChart data={months} margin={{ top: 8, right: 20, bottom: 0, left: 0 }} accessibilityLayer={false}>
              <CartesianGrid vertical={false} stroke="var(--line)" />
              <XAxis
                dataKey="name"
                tickFormatter={(name: string) => name.slice(0, 3)}
                tickLine={false}
                stroke="var(--stone)"
                tick={{ fontSize: 12 }}
                interval="preserveStartEnd"
              />
              <YAxis
                width={56}
                tickFormatter={roundAmount}
                ticks={ticks}
                domain={[0, ticks.at(-1) ?? 0]}
                axisLine={false}
                tickLine={false}
                stroke="var(--stone)"
                tick={{ fontSize: 12 }}
              />
              <Tooltip cursor={{ stroke: 'var(--edge)' }} content={Bubble} />
              <Line
                dataKey="earnings"
                stroke="var(--rosewood)"
                strokeWidth={2}
                dot={{ r: 3, fill: 'var(--rosewood)', stroke: 'none' }}
                isAnimationActive={false}
              />
            </LineChart>
          </ResponsiveContainer>
        </div>
      )}
      <div className="sr-only">
        <table>
          <caption>Monthly Earnings {year}</caption>
          <tbody>
            {months.map(({ name, earnings }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{earnings === undefined ? 'Not yet' : formatCents(toCents(earnings))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Bubble({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const month = payload?.[0]?.payload as Month | undefined
  if (!active || month?.earnings === undefined) return null
  return (
    <p className="rounded-control border border-line bg-paper px-3 py-2 text-ink text-sm tabular-nums">
      {month.name}: {formatCents(toCents(month.earnings))}
    </p>
  )
}
