import { shortReasons } from '#domain/returns/return.ts'
import { daysWithoutOf, type SoldThrough, type SoldThroughOfProduct, soldPercent } from '#domain/stock/board.ts'
import { Link } from '../../ui/link.tsx'
import { type Column, Table } from '../../ui/list/table.tsx'

const sum = (sizes: readonly SoldThrough[]) => {
  const total = (pick: (size: SoldThrough) => number) => sizes.reduce((all, size) => all + pick(size), 0)
  return { sold: total(({ sold }) => sold), left: total(({ left }) => left ?? 0) }
}

const percent = (size: Pick<SoldThrough, 'sold' | 'left'>) => {
  const part = soldPercent(size)
  return part === undefined ? '–' : `${part} %`
}

/** Such as `14 of 60, 9 too small`. */
function cameBack({ cameBack: back, sold, reasons }: SoldThrough): string {
  if (back === 0) return '–'
  const [first] = reasons
  return `${back} of ${sold}${first ? `, ${first.pieces} ${shortReasons[first.reason]}` : ''}`
}

const columns: Column<SoldThrough>[] = [
  { header: 'Size', onCard: 'title', cell: ({ size, isOnSale }) => `${size}${isOnSale ? '' : ' (removed)'}` },
  { header: 'Received', align: 'right', cell: ({ received }) => received },
  { header: 'Counted', align: 'right', cell: ({ counted }) => (counted > 0 ? `+${counted}` : counted) },
  { header: 'Sold', align: 'right', cell: ({ sold }) => sold },
  { header: 'Came back', cell: size => cameBack(size) },
  { header: 'On hand', align: 'right', cell: ({ left }) => left ?? 'not counted' },
  { header: 'Sold through', align: 'right', cell: percent },
  { header: `Days without, of ${daysWithoutOf}`, align: 'right', cell: ({ daysWithout }) => daysWithout },
]

/** What became of the pieces of a product by size, and of the other colors of its style. */
export function SoldThroughTables({ products, shown }: { products: readonly SoldThroughOfProduct[]; shown: string }) {
  const style = sum(products.flatMap(({ sizes }) => sizes))
  const own = products.filter(({ _id }) => _id === shown)
  const others = products.filter(({ _id }) => _id !== shown)
  return (
    <>
      {own.map(({ _id, sizes }) => (
        <Table
          key={_id}
          caption="What became of the pieces, by size"
          columns={columns}
          rows={sizes}
          keyOf={({ variantId }) => variantId}
        />
      ))}
      {others.length > 0 && (
        <p className="mt-4 text-sm">
          {`The style in all colors: ${style.sold} sold, ${style.left} on hand, ${percent(style)} sold through. `}
          {others.map(({ _id, color, sizes }) => {
            const { sold, left } = sum(sizes)
            return (
              <span key={_id}>
                <Link to={`/dashboard/stock/${_id}`} className="capitalize underline underline-offset-4">
                  {color}
                </Link>
                {`: ${sold} sold, ${left} on hand. `}
              </span>
            )
          })}
        </p>
      )}
    </>
  )
}
