import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from 'recharts'

/** The pieces sold of each product as bars, in the order of the table beside them and with its numbers. */
export default function BestSellersChart({ pieces }: { pieces: number[] }) {
  const bars = pieces.map((value, index) => ({ place: index + 1, value }))
  return (
    <ResponsiveContainer>
      <BarChart
        data={bars}
        layout="vertical"
        margin={{ top: 0, right: 48, bottom: 0, left: 0 }}
        accessibilityLayer={false}
      >
        <XAxis type="number" hide domain={[0, 'dataMax']} />
        <YAxis
          type="category"
          dataKey="place"
          width={28}
          axisLine={false}
          tickLine={false}
          interval={0}
          stroke="var(--stone)"
          tick={{ fontSize: 12 }}
        />
        <Bar dataKey="value" fill="var(--wine)" radius={[0, 2, 2, 0]} barSize={20} isAnimationActive={false}>
          <LabelList dataKey="value" position="right" fill="var(--ink)" fontSize={12} />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  )
}
