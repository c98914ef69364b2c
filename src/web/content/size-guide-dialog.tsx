import { X } from 'lucide'
import { useId, useState } from 'react'
import type { Product } from '#domain/products/product.ts'
import { findSize } from '#domain/products/size.ts'
import type { SizeChart } from '#domain/products/size-chart.ts'
import { storage } from '../storage.ts'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { SizeTable, type Unit, unitNames } from './size-table.tsx'
import { AccessorySizes, DressSizes, RingSizes } from './size-tables.tsx'

interface SizeGuideDialogProps {
  product: Pick<Product, 'name' | 'sizes'> & { chart?: SizeChart }
  open: boolean
  onClose: () => void
}

/** The measures of a product's sizes: of its own chart, or of the shop's size guide. */
export function SizeGuideDialog({ product: { name, sizes, chart }, open, onClose }: SizeGuideDialogProps) {
  const id = useId()
  const [unit, setUnit] = useUnit()
  const run = findSize(sizes?.[0]?.size ?? '')?.run
  const ShopSizes = run === 'ring' ? RingSizes : run === 'acc' ? AccessorySizes : DressSizes
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy={id}
      className="m-auto w-[min(40rem,calc(100vw-2.5rem))] rounded-card border border-line bg-paper p-0 text-ink dark:border-edge"
    >
      <div className="p-5 sm:p-8">
        <div className="flex items-start justify-between gap-4">
          <h2 id={id} className="text-2xl">
            Size guide<span className="sr-only">: {name}</span>
          </h2>
          <button type="button" aria-label="Close" onClick={onClose} className={`${iconButton} -mt-2 -mr-2`}>
            <Icon of={X} className="size-5" />
          </button>
        </div>
        <fieldset className="mt-2 mb-4">
          <legend className="sr-only">Unit</legend>
          <div className="flex gap-6">
            {units.map(code => (
              <label key={code} className="flex min-h-11 items-center gap-2 text-sm">
                <input
                  type="radio"
                  name="unit"
                  checked={unit === code}
                  onChange={() => setUnit(code)}
                  className="size-4 accent-wine"
                />
                {unitNames[code]}
              </label>
            ))}
          </div>
        </fieldset>
        {chart ? <ChartTable chart={chart} unit={unit} /> : <ShopSizes unit={unit} />}
      </div>
    </Dialog>
  )
}

const units = ['cm', 'in'] as const

const key = 'size-unit'

/** The unit of measures; this browser remembers the chosen one. */
function useUnit() {
  const [unit, setUnit] = useState<Unit>(() => (storage.read(key) === 'in' ? 'in' : 'cm'))
  return [
    unit,
    (chosen: Unit) => {
      storage.write(key, chosen)
      setUnit(chosen)
    },
  ] as const
}

const ChartTable = ({ chart: { name, isGarment, measures, rows }, unit }: { chart: SizeChart; unit: Unit }) => (
  <SizeTable
    caption={`${name}, ${isGarment ? 'measured on the garment' : 'body measurements'}`}
    measures={measures}
    rows={rows.map(({ size, mm }) => ({
      size: findSize(size)?.label ?? size,
      also: findSize(size)?.also,
      cm: mm.map(([from, to]) => (from === to ? [from / 10] : [from / 10, to / 10])),
    }))}
    unit={unit}
  />
)
