import { adminPageSizes } from '#domain/products/bulk-edit.ts'
import { useListAddress } from '../../../ui/list/use-list-address.ts'

const sizes = Object.values(adminPageSizes)

/** How many products a page of the dashboard's list shows. */
export function PageSize({ limit }: { limit: number }) {
  const { change } = useListAddress()
  return (
    <fieldset className="flex items-center text-sm text-stone">
      <legend className="float-left mr-2">On a page</legend>
      {sizes.map(size => (
        <button
          key={size}
          type="button"
          aria-label={`${size} on a page`}
          aria-pressed={size === limit}
          onClick={() => change('limit', size === adminPageSizes.small ? '' : String(size))}
          className="inline-flex min-h-11 min-w-11 items-center justify-center tabular-nums underline-offset-6 hover:text-rosewood aria-pressed:text-ink aria-pressed:underline"
        >
          {size}
        </button>
      ))}
    </fieldset>
  )
}
