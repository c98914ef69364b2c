import { describeVariation } from '#domain/products/variation.ts'
import { type ReturnPage, reasonLabels, type ShownReturn } from '#domain/returns/return.ts'
import { useShop } from '../settings/api.ts'

/** The slip that lies in the parcel, in print only. */
export function ReturnSlip({
  shown: { reference, lines, message },
  page: { address },
}: {
  shown: ShownReturn
  page: ReturnPage
}) {
  const { name } = useShop()
  return (
    <div data-slip className="hidden text-ink text-sm print:block">
      <div className="flex items-baseline justify-between border-ink border-b pb-4">
        <p className="font-display text-3xl tracking-[0.2em]">{name}</p>
        <p className="text-lg">Return {reference}</p>
      </div>
      <p className="mt-8 font-medium">Send it to</p>
      <p className="whitespace-pre-line">{address.join('\n')}</p>
      <table className="mt-10 w-full border-collapse text-left">
        <thead>
          <tr className="border-ink border-b">
            {['Pieces', 'Product', 'Why', 'Instead'].map(title => (
              <th key={title} scope="col" className="py-2 pr-4 font-medium">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={`${line.position} ${line.variantId}`} className="border-line border-b align-top">
              <td className="py-2 pr-4 tabular-nums">{line.quantity}</td>
              <td className="py-2 pr-4 [overflow-wrap:anywhere]">
                {[line.name, describeVariation(line)].filter(Boolean).join(', ')}
              </td>
              <td className="py-2 pr-4">{line.reason ? reasonLabels[line.reason] : ''}</td>
              <td className="py-2">{line.swap?.state === 'open' ? `Size ${line.swap.size}` : 'Money'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {message && <p className="mt-6 whitespace-pre-line">{message}</p>}
    </div>
  )
}
