import { type ProductCounts, type ProductFilters, writeProductFilters } from '#domain/products/product.ts'
import { type Fit, fitKinds, fits, readFits } from '#domain/products/size.ts'
import { Link } from '../../ui/link.tsx'

interface SizeChoicesProps {
  /** The path of the list. */
  path: string
  filters: ProductFilters
  /** How many products can be bought in each size; undefined while unknown. */
  counts: ProductCounts['size'] | undefined
  className?: string
}

/** The sizes in which something can be bought, by kind. Several can be chosen; each is a link, which needs no script. */
export function SizeChoices({ path, filters, counts, className = '' }: SizeChoicesProps) {
  const { size = [] } = filters
  const isShown = ({ code, kind }: Fit) => kind !== 'One size' && (size.includes(code) || !counts || counts[code])
  const kinds = fitKinds.map(kind => ({ kind, shown: fits.filter(fit => fit.kind === kind && isShown(fit)) }))
  const to = (code: string) => {
    const chosen = size.includes(code) ? size.filter(each => each !== code) : [...size, code]
    return path + writeProductFilters({ ...filters, page: 1, mine: undefined, size: readFits(chosen.join()) })
  }
  return (
    <div className={className}>
      {kinds
        .filter(({ shown }) => shown.length > 0)
        .map(({ kind, shown }) => (
          <div key={kind} className="mb-5 last:mb-0">
            <p id={`sizes-${kind.charAt(0)}`} className="mb-2 text-stone text-xs">
              {kind}
            </p>
            <ul
              aria-labelledby={`sizes-${kind.charAt(0)}`}
              className="grid grid-cols-[repeat(auto-fill,minmax(3.25rem,1fr))] gap-2"
            >
              {shown.map(fit => (
                <li key={fit.code}>
                  <SizeChoice
                    fit={fit}
                    to={to(fit.code)}
                    isChosen={size.includes(fit.code)}
                    count={counts && (counts[fit.code] ?? 0)}
                  />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  )
}

interface SizeChoiceProps {
  fit: Fit
  to: string
  isChosen: boolean
  /** How many products can be bought in it; undefined while unknown. */
  count: number | undefined
}

function SizeChoice({ fit: { label, also }, to, isChosen, count }: SizeChoiceProps) {
  const products = count === undefined ? undefined : `${count} ${count === 1 ? 'product' : 'products'}`
  return (
    <Link
      to={to}
      preventScrollReset
      aria-current={isChosen ? 'true' : undefined}
      aria-label={[label, ...also, products].filter(Boolean).join(', ')}
      title={also.join(', ')}
      className={`flex min-h-11 flex-col items-center justify-center rounded-control border px-1 text-sm leading-tight tabular-nums hover:border-ink ${isChosen ? 'border-ink bg-ink text-ivory forced-color-adjust-none' : 'border-edge'}`}
    >
      {label}
      {products && <span className={`text-[0.6875rem] ${isChosen ? '' : 'text-stone'}`}>{count}</span>}
    </Link>
  )
}
