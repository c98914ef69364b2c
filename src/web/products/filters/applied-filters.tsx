import { X } from 'lucide'
import { useRef } from 'react'
import { formatCents, toCents } from '#domain/money.ts'
import { type ProductFilters, priceBandsOf, writeProductFilters } from '#domain/products/product.ts'
import { findFit, fitName } from '#domain/products/size.ts'
import { useShop, withCapital } from '../../settings/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { isOfBand } from './filter-values.ts'

/** The active filters, each with a link that removes it. */
export function AppliedFilters({ path, filters }: { path: string; filters: ProductFilters }) {
  const { category, color, size, inStock, sale } = filters
  const { categories, priceBands } = useShop()
  const categoryName = categories.find(({ address }) => address === category)?.name ?? nameOf(category)
  const applied: { text: string; without: Partial<ProductFilters> }[] = [
    { text: categoryName, without: { category: undefined } },
    { text: nameOf(color), without: { color: undefined } },
    { text: priceText(filters, priceBands), without: { minPrice: 0, maxPrice: undefined } },
    ...(size ?? []).map(code => ({ text: sizeName(code), without: { size: size?.filter(each => each !== code) } })),
    { text: inStock ? 'In stock' : '', without: { inStock: undefined } },
    { text: sale ? 'On sale' : '', without: { sale: undefined } },
  ].filter(({ text }) => text)
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {applied.length > 0 && (
        <ul aria-label="Applied filters" className="mb-5 flex flex-wrap gap-2">
          {applied.map(({ text, without }) => (
            <li key={text}>
              <Link
                to={path + writeProductFilters({ ...filters, page: 1, ...without })}
                preventScrollReset
                onClick={() => place.current?.focus({ preventScroll: true })} // the link is about to be removed
                aria-label={`Remove filter ${text}`}
                className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line bg-paper px-4 text-sm [overflow-wrap:anywhere] hover:border-ink"
              >
                {text}
                <Icon of={X} className="size-4 shrink-0 text-stone" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function sizeName(code: string): string {
  const fit = findFit(code)
  return fit ? fitName(fit) : nameOf(code)
}

/** HTML allows no control characters. */
const nameOf = (value = '') => withCapital(value.replace(/\p{Cc}/gu, ''))

function priceText(filters: ProductFilters, ends: number[]): string {
  const { minPrice, maxPrice } = filters
  if (minPrice === 0 && maxPrice === undefined) return ''
  const known = priceBandsOf(ends).find(band => isOfBand(filters, band))
  if (known) return known.label
  const from = formatCents(toCents(minPrice))
  return maxPrice === undefined ? `From ${from}` : `${from} to ${formatCents(toCents(maxPrice))}`
}
