import type { Statement } from '#domain/withdrawals/withdrawal.ts'

/** What somebody has stated, as typed. */
export function StatementList({ statement: { name, contract, email, pieces } }: { statement: Statement }) {
  const rows = [
    ['Name', name],
    ['Order', contract],
    ['What for', pieces ?? 'The whole order'],
    ['E-mail for the receipt', email],
  ]
  return (
    <dl className="mt-8 grid gap-x-8 border-line border-y py-5 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-3">
      {rows.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-stone">{label}</dt>
          <dd dir="auto" className="mb-3 whitespace-pre-wrap [overflow-wrap:anywhere] sm:mb-0">
            {text}
          </dd>
        </div>
      ))}
    </dl>
  )
}
