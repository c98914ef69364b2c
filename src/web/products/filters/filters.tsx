import { SlidersHorizontal, X } from 'lucide'
import { type ProductCounts, type ProductFilters, priceBandsOf, writeProductFilters } from '#domain/products/product.ts'
import { oneSize } from '#domain/products/size.ts'
import { useShop, withCapital } from '../../settings/api.ts'
import { button, iconButton } from '../../ui/form/button.ts'
import { Icon } from '../../ui/icon.tsx'
import { Link } from '../../ui/link.tsx'
import { isOfBand } from './filter-values.ts'
import { SizeChoices } from './size-choices.tsx'

interface FiltersProps {
  /** The path of the list. */
  path: string
  filters: ProductFilters
  /** Undefined until loaded. */
  counts: ProductCounts | undefined
}

/**
 * Category, color and price, one choice each, several sizes, and what is in stock or on sale. Every choice is a link, so a filtered list can be shared and needs no
 * script.
 */
export function Filters({ path, filters, counts }: FiltersProps) {
  const to = (change: Partial<ProductFilters>) => path + writeProductFilters({ ...filters, page: 1, ...change })
  const clear = path + writeProductFilters({ q: filters.q, limit: filters.limit })
  const { categories, colors, priceBands } = useShop()
  return (
    <section aria-labelledby="filters-title">
      <button type="button" className={`${button.quiet} w-full lg:hidden`} popoverTarget="filters">
        <Icon of={SlidersHorizontal} className="size-4" />
        Filters
      </button>
      <div id="filters" popover="auto" className="sheet">
        <div className="mb-6 flex items-center justify-between">
          <h2 id="filters-title" className="text-2xl">
            Filters
          </h2>
          <button
            type="button"
            className={`${iconButton} lg:hidden`}
            aria-label="Close filters"
            popoverTarget="filters"
            popoverTargetAction="hide"
          >
            <Icon of={X} className="size-5" />
          </button>
        </div>
        <div className="flex flex-col gap-8">
          <Choices legend="Category">
            <Choice to={to({ category: undefined })} isChosen={!filters.category} isAlone>
              All
            </Choice>
            {categories.map(({ address: category, name }) => (
              <Choice
                key={category}
                to={to({ category })}
                isChosen={filters.category === category}
                count={counts && (counts.category[category] ?? 0)}
              >
                {name}
              </Choice>
            ))}
          </Choices>
          <Choices legend="Color">
            <Choice to={to({ color: undefined })} isChosen={!filters.color} isAlone>
              All
            </Choice>
            {colors.map(({ name: color, swatch }) => (
              <Choice
                key={color}
                to={to({ color })}
                isChosen={filters.color === color}
                count={counts && (counts.color[color] ?? 0)}
                swatch={swatch}
              >
                {withCapital(color)}
              </Choice>
            ))}
          </Choices>
          <Choices legend="Price range">
            {priceBandsOf(priceBands).map((band, place) => (
              <Choice
                key={band.label}
                to={to({ minPrice: band.min, maxPrice: band.max })}
                isChosen={isOfBand(filters, band)}
                count={counts && (counts.price[place] ?? 0)}
              >
                {band.label}
              </Choice>
            ))}
          </Choices>
          {hasSizes(filters, counts) && (
            <div>
              <h3 className="eyebrow mb-2 font-sans font-normal">Size</h3>
              <SizeChoices path={path} filters={filters} counts={counts?.size} />
              <Link
                to="/pages/size-guide"
                className="mt-2 inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 hover:text-rosewood lg:min-h-9"
              >
                EU, US and UK sizes
              </Link>
            </div>
          )}
          <Choices legend="Availability">
            <Choice
              to={to({ inStock: filters.inStock ? undefined : true })}
              isChosen={filters.inStock === true}
              count={counts?.inStock}
              isAlone
            >
              In stock
            </Choice>
            <Choice
              to={to({ sale: filters.sale ? undefined : true })}
              isChosen={filters.sale === true}
              count={counts?.sale}
              isAlone
            >
              On sale
            </Choice>
          </Choices>
        </div>
        <div className="sticky bottom-0 mt-8 -mx-[min(1.25rem,5.6vw)] flex flex-wrap gap-3 border-line border-t bg-paper px-[min(1.25rem,5.6vw)] py-4 max-lg:pb-[calc(1rem+env(safe-area-inset-bottom))] lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0">
          <Link
            to={clear}
            preventScrollReset
            className={`${button.quiet} px-4! lg:w-full ${clear === to({ sort: undefined }) ? 'text-stone' : 'border-edge!'}`}
          >
            Clear All Filters
          </Link>
          <button
            type="button"
            className={`${button.primary} flex-1 px-4! lg:hidden`}
            popoverTarget="filters"
            popoverTargetAction="hide"
          >
            Show products
          </button>
        </div>
      </div>
    </section>
  )
}

/** Whether any product comes in sizes; while that is unknown they are shown. */
const hasSizes = ({ size }: ProductFilters, counts: ProductCounts | undefined) =>
  size !== undefined || !counts || Object.keys(counts.size).some(code => code !== oneSize)

function Choices({ legend, children }: { legend: string; children: React.ReactNode }) {
  const id = `filter-${legend.toLowerCase().replace(' ', '-')}`
  return (
    <div>
      <h3 id={id} className="eyebrow mb-2 font-sans font-normal">
        {legend}
      </h3>
      <ul aria-labelledby={id} className="grid grid-cols-2 gap-x-6 lg:grid-cols-1">
        {children}
      </ul>
    </div>
  )
}

interface ChoiceProps {
  to: string
  isChosen: boolean
  /** How many products it would show. */
  count?: number
  /** The colour of the swatch. */
  swatch?: string
  /** On a line of its own. */
  isAlone?: boolean
  children: string
}

function Choice({ to, isChosen, count, swatch, isAlone, children }: ChoiceProps) {
  const isEmpty = count === 0 && !isChosen
  const content = (
    <>
      {swatch && (
        <span
          aria-hidden
          className="size-3.5 shrink-0 rounded-full border border-edge forced-color-adjust-none"
          style={{ background: swatch }}
        />
      )}
      <span className={isChosen ? 'underline decoration-rosewood decoration-2 underline-offset-6' : undefined}>
        {children}
      </span>
      {count !== undefined && (
        <span className="ml-auto text-stone text-xs tabular-nums">
          {count}
          <span className="sr-only">{count === 1 ? ' product' : ' products'}</span>
        </span>
      )}
    </>
  )
  return (
    <li className={isAlone ? 'col-span-full' : undefined}>
      {isEmpty ? (
        <span className="filter-choice text-stone">{content}</span>
      ) : (
        <Link
          to={to}
          preventScrollReset
          aria-current={isChosen ? 'true' : undefined}
          className={`filter-choice hover:text-rosewood ${isChosen ? 'font-medium' : ''}`}
        >
          {content}
        </Link>
      )}
    </li>
  )
}
