/** One figure with its name. */
export function StatCard({ label, value }: { label: string; value: string }) {
  return (
    <div className="@container min-w-0 rounded-card border border-line bg-paper p-6">
      <dt className="text-sm text-stone">{label}</dt>
      <dd className="mt-2 whitespace-nowrap font-display text-[clamp(1rem,16cqi,1.875rem)] tabular-nums">{value}</dd>
    </div>
  )
}
