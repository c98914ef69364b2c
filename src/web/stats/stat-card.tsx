/** One figure with its name. */
export function StatCard({ label, value }: { label: string; value: string }) {
  return (
    <div className="rounded-card border border-line bg-paper p-6">
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="mt-2 font-display text-3xl tabular-nums [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}
