import { lazy, Suspense } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import { productPath } from '#domain/products/product.ts'
import type { SalesStats } from '#domain/stats.ts'
import { Spinner } from '../ui/feedback/spinner.tsx'
import { Link } from '../ui/link.tsx'

const BestSellersChart = lazy(() => import('./best-sellers-chart.tsx'))

type Seller = SalesStats['bestSellers'][number]

const count = new Intl.NumberFormat('en-US')
const barPx = 40
const cell = 'py-2 pl-[min(0.75rem,2vw)] text-right [overflow-wrap:anywhere]'

/** The products sold most: as bars, and as a table beside them. */
export function BestSellers({ sellers }: { sellers: Seller[] }) {
  if (sellers.length === 0) return <p className="py-8 text-center text-stone">The products sold most will be here.</p>
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[2fr_3fr]">
      <div aria-hidden style={{ height: sellers.length * barPx }} className="min-w-0 lg:mt-9">
        <Suspense fallback={<Spinner />}>
          <BestSellersChart pieces={sellers.map(({ pieces }) => pieces)} />
        </Suspense>
      </div>
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">Best sellers</caption>
        <thead>
          <tr className="text-stone text-xs [overflow-wrap:anywhere]">
            <th scope="col" className="w-8 py-2 text-left font-medium">
              No.
            </th>
            <th scope="col" className="py-2 text-left font-medium">
              Product
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Pieces
            </th>
            <th scope="col" className={`${cell} font-medium`}>
              Earnings
            </th>
          </tr>
        </thead>
        <tbody>
          {sellers.map((seller, index) => (
            <tr key={`${seller.productId} ${seller.name}`} className="border-line border-t">
              <td className="text-stone">{index + 1}</td>
              <th scope="row" className="text-left font-normal [overflow-wrap:anywhere]">
                <SellerName {...seller} />
              </th>
              <td className={cell}>{count.format(seller.pieces)}</td>
              <td className={cell}>{formatCents(toCents(seller.earnings))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function SellerName({ productId, name, isOnSale }: Seller) {
  if (productId === null || !isOnSale)
    return <span className="inline-flex min-h-11 items-center md:min-h-9">{name}</span>
  return (
    <Link
      to={productPath({ _id: productId, name })}
      className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:text-rosewood md:min-h-9"
    >
      {name}
    </Link>
  )
}
