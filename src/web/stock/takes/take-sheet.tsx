import type { BoardProduct } from '#domain/stock/board.ts'
import { LocalTime } from '../../ui/local-time.tsx'

interface TakeSheetProps {
  name: string
  products: readonly BoardProduct[]
  printedAt: string
}

/** A list to count with a pen, in print only: a box for each size. It does not say what is expected. */
export const TakeSheet = ({ name, products, printedAt }: TakeSheetProps) => (
  <div className="hidden text-ink text-sm print:block">
    <p className="font-display text-2xl">{name}</p>
    <p className="mb-4 text-xs">
      Printed <LocalTime at={printedAt} />. Count what lies on the shelf, with the pieces that are still to be packed.
    </p>
    <table className="w-full border-collapse text-left">
      <tbody>
        {products.map(({ _id, name: product, color, sizes }) => (
          <tr key={_id} className="break-inside-avoid border-line border-b align-top">
            <th scope="row" className="w-1/3 py-2 pr-4 font-medium [overflow-wrap:anywhere]">
              {product}
              <span className="block font-normal text-xs first-letter:uppercase">{color}</span>
            </th>
            <td className="py-2">
              <ul className="flex flex-wrap gap-3">
                {sizes.map(({ variantId, label, sku }) => (
                  <li key={variantId} className="w-20 text-xs">
                    {label}
                    <span className="block h-8 border border-ink" />
                    <span className="block break-all">{sku}</span>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
