import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { roundAmount, ticksUpTo } from './chart-axis.ts'

interface Day {
  name: string
  orders: number
  /** in major units. */
  earnings: number
  /** What the pointer reads. */
  bubble: string
}

const syncId = 'sales-by-day' // pointing at a day marks it in both charts
const margin = { top: 8, right: 8, bottom: 8, left: 0 }
const axis = { tickLine: false, stroke: 'var(--stone)', tick: { fontSize: 12 } }
const cursor = { fill: 'var(--line)', opacity: 0.4 }

/** The earnings of each day as bars, and below them the orders. */
export default function SalesChart({ days }: { days: Day[] }) {
  const ticks = ticksUpTo(Math.max(...days.map(({ earnings }) => earnings)))
  return (
    <div className="flex h-full flex-col">
      <p className="text-stone text-xs">Earnings</p>
      <div className="h-48">
        <ResponsiveContainer>
          <BarChart data={days} syncId={syncId} margin={margin} accessibilityLayer={false}>
            <CartesianGrid vertical={false} syncWithTicks stroke="var(--line)" />
            <XAxis dataKey="name" hide />
            <YAxis
              {...axis}
              width={56}
              axisLine={false}
              tickFormatter={roundAmount}
              ticks={ticks}
              interval={0}
              domain={[0, ticks.at(-1) ?? 0]}
            />
            <Tooltip cursor={cursor} content={Bubble} />
            <Bar
              dataKey="earnings"
              fill="var(--wine)"
              radius={[2, 2, 0, 0]}
              maxBarSize={24}
              isAnimationActive={false}
            />
          </BarChart>
        </ResponsiveContainer>
      </div>
      <p className="mt-1 text-stone text-xs">Orders</p>
      <div className="h-24">
        <ResponsiveContainer>
          <BarChart data={days} syncId={syncId} margin={margin} accessibilityLayer={false}>
            <XAxis {...axis} dataKey="name" interval="preserveStartEnd" minTickGap={24} />
            <YAxis {...axis} width={56} axisLine={false} allowDecimals={false} tickCount={3} />
            <Tooltip cursor={cursor} content={() => null} />
            <Bar dataKey="orders" fill="var(--gold)" radius={[2, 2, 0, 0]} maxBarSize={24} isAnimationActive={false} />
          </BarChart>
        </ResponsiveContainer>
      </div>
    </div>
  )
}

function Bubble({ active, payload }: { active?: boolean; payload?: readonly { payload?: unknown }[] }) {
  const day = payload?.[0]?.payload as Day | undefined
  if (!active || !day) return null
  return (
    <p className="rounded-control border border-line bg-paper px-3 py-2 text-ink text-sm tabular-nums">{day.bubble}</p>
  )
}
