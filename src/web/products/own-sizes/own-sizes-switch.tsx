import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ProductFilters, writeProductFilters } from '#domain/products/product.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useLazy } from '../../ui/use-lazy.ts'
import { readOwnSizes } from './own-sizes-storage.ts'

const loadDialog = async () => (await import('./own-sizes-dialog.tsx')).OwnSizesDialog

/** Shows only what fits: the sizes that this browser keeps, which the first use asks for. It needs a script. */
export function OwnSizesSwitch({ path, filters }: { path: string; filters: ProductFilters }) {
  const navigate = useNavigate()
  const [isChoosing, setIsChoosing] = useState(false)
  const OwnSizesDialog = useLazy(loadDialog, isChoosing, () => {
    setIsChoosing(false)
    toast.alert('Your sizes could not be opened. Please try again.')
  })
  const isOn = filters.mine !== undefined && !filters.size

  function show(mine: string[] | undefined) {
    setIsChoosing(false)
    navigate(path + writeProductFilters({ ...filters, size: undefined, mine, page: 1 }), { preventScrollReset: true })
  }
  function turn() {
    const sizes = readOwnSizes()
    if (isOn) show(undefined)
    else if (sizes.length > 0) show(sizes)
    else setIsChoosing(true)
  }

  return (
    <div className="flex items-center gap-1 text-sm sm:ml-auto noscript:hidden">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        onClick={turn}
        className="group flex min-h-11 items-center gap-3 pr-2 hover:text-rosewood"
      >
        <span
          aria-hidden
          className="flex h-6 w-11 items-center rounded-full border border-edge bg-paper p-0.5 transition-colors group-aria-checked:border-ink group-aria-checked:bg-ink"
        >
          <span className="size-4.5 rounded-full bg-stone transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-ivory" />
        </span>
        In my size
      </button>
      {isOn && (
        <button
          type="button"
          onClick={() => setIsChoosing(true)}
          className="min-h-11 px-2 text-stone underline decoration-edge underline-offset-4 hover:text-rosewood"
        >
          Change my sizes
        </button>
      )}
      {OwnSizesDialog && (
        <OwnSizesDialog open={isChoosing} onClose={() => setIsChoosing(false)} onSaved={sizes => show(sizes)} />
      )}
    </div>
  )
}
