import { SlidersHorizontal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { categories, colors, type ProductFilters, priceBands } from '#domain/product.ts'
import { button } from '../ui/button.ts'

interface FiltersProps {
  filters: ProductFilters
  /** Texts of URL parameters; an empty one is taken out. */
  onChange: (params: Record<string, string>) => void
  onClear: () => void
}

const title = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const choices = (values: readonly string[]) => ['all', ...values].map(value => ({ value, label: title(value) }))

/** Category, color and price: one choice each. */
export function Filters({ filters, onChange, onClear }: FiltersProps) {
  const [isOpen, setIsOpen] = useState(false)
  const band = priceBands.findIndex(
    ({ min, max }) => min === filters.minPrice && max === (filters.maxPrice ?? Number.POSITIVE_INFINITY),
  )

  function choosePrice(value: string) {
    const { min, max } = priceBands[Number(value)] ?? { min: 0, max: Number.POSITIVE_INFINITY }
    onChange({ minPrice: min ? String(min) : '', maxPrice: Number.isFinite(max) ? String(max) : '' })
  }

  return (
    <section aria-labelledby="filters-title">
      <div className="flex items-center justify-between lg:hidden">
        <button
          type="button"
          className={`${button.quiet} w-full`}
          aria-expanded={isOpen}
          aria-controls="filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden strokeWidth={1.5} className="size-4" />
          {isOpen ? 'Hide filters' : 'Filters'}
        </button>
      </div>
      <div
        id="filters"
        className={`${isOpen ? 'mt-6' : 'hidden'} flex-col gap-8 lg:mt-0 lg:flex ${isOpen ? 'flex' : ''}`}
      >
        <h2 id="filters-title" className="hidden text-2xl lg:block">
          Filters
        </h2>
        <Choice
          legend="Category"
          name="category"
          options={choices(categories)}
          value={filters.category ?? 'all'}
          onChange={category => onChange({ category: category === 'all' ? '' : category })}
        />
        <Choice
          legend="Color"
          name="color"
          options={choices(colors)}
          value={filters.color ?? 'all'}
          onChange={color => onChange({ color: color === 'all' ? '' : color })}
        />
        <Choice
          legend="Price range"
          name="price"
          options={priceBands.map(({ label }, index) => ({ value: String(index), label }))}
          value={String(band)}
          onChange={choosePrice}
        />
        <button type="button" className={button.quiet} onClick={onClear}>
          Clear All Filters
        </button>
      </div>
    </section>
  )
}

interface ChoiceProps {
  legend: string
  name: string
  options: { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

function Choice({ legend, name, options, value, onChange }: ChoiceProps) {
  const [chosen, setChosen] = useState(value) // the mark follows the finger at once, the address a moment later
  useEffect(() => setChosen(value), [value])
  return (
    <fieldset>
      <legend className="eyebrow mb-2">{legend}</legend>
      <div className="grid grid-cols-2 lg:grid-cols-1">
        {options.map(option => (
          <label key={option.value} className="flex min-h-11 items-center gap-3 text-sm lg:min-h-9 hover:text-rosewood">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === chosen}
              onChange={() => {
                setChosen(option.value)
                onChange(option.value)
              }}
              className="size-4 accent-rosewood"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
