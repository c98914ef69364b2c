import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Lists, listLimits } from '#domain/settings/lists.ts'
import { formErrorOf } from '../session/form-error.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { button, textLink } from '../ui/form/button.ts'
import { controlShape } from '../ui/form/control-shape.ts'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Link } from '../ui/link.tsx'
import { useManagedSettingsQuery, useSaveSectionMutation } from './admin-api.ts'

/** The admins' named lists of products; the filters of the address can be saved as another one. */
export function SavedLists() {
  const { data } = useManagedSettingsQuery()
  const [isNaming, setIsNaming] = useState(false)
  const filters = useFilters()
  if (!data) return null
  const { ofProducts } = data.lists.value
  const isSaved = ofProducts.some(each => each.filters === filters)
  return (
    <nav aria-label="Saved lists" className="mb-6 flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
      {ofProducts.length > 0 && <ListLink name="All" filters="" isCurrent={filters === ''} />}
      {ofProducts.map(({ name, filters: own }) => (
        <ListLink key={name} name={name} filters={own} isCurrent={own === filters} />
      ))}
      {filters !== '' && !isSaved && !isNaming && ofProducts.length < listLimits.lists && (
        <button type="button" className={textLink} onClick={() => setIsNaming(true)}>
          Save this list
        </button>
      )}
      {ofProducts.length > 0 && (
        <Link to="/dashboard/settings#lists" className={`${textLink} text-stone`}>
          Edit lists
        </Link>
      )}
      {isNaming && filters !== '' && (
        <NameForm
          lists={data.lists.value}
          version={data.lists.version}
          filters={filters}
          onEnd={() => setIsNaming(false)}
        />
      )}
    </nav>
  )
}

/** The filters of the address, in the order of their names, without the page. */
function useFilters(): string {
  const [search] = useSearchParams()
  const filters = new URLSearchParams(search)
  filters.delete('page')
  filters.sort()
  return filters.toString()
}

const ListLink = ({ name, filters, isCurrent }: { name: string; filters: string; isCurrent: boolean }) => (
  <Link
    to={`?${filters}`}
    aria-current={isCurrent ? 'true' : undefined}
    className="inline-flex min-h-11 min-w-0 items-center text-stone underline-offset-8 [overflow-wrap:anywhere] hover:text-rosewood aria-[current]:text-ink aria-[current]:underline"
  >
    {name}
  </Link>
)

/** The button that opened the form is gone. */
const focusOnce = (input: HTMLInputElement | null) => input?.focus()

interface NameFormProps {
  lists: Lists
  version: number
  filters: string
  onEnd: () => void
}

function NameForm({ lists, version, filters, onEnd }: NameFormProps) {
  const id = useId()
  const [save] = useSaveSectionMutation()
  const form = useForm<'listName'>({
    check: () => ({}),
    async send({ listName }) {
      const value = { ofProducts: [...lists.ofProducts, { name: listName, filters }] }
      const { error } = await save({ name: 'lists', value, version })
      if (error) return formErrorOf(error)
      toast.say('List saved')
      onEnd()
    },
  })
  return (
    <div className="w-full max-w-md">
      <Form
        form={form}
        action="Save list"
        progress="Saving…"
        beside={
          <button type="button" className={button.quiet} onClick={onEnd}>
            Cancel
          </button>
        }
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id}>Name of the list</label>
          <input
            ref={focusOnce}
            id={id}
            name="listName"
            required
            maxLength={listLimits.name}
            autoComplete="off"
            className={`${controlShape} border-edge`}
          />
        </div>
      </Form>
    </div>
  )
}
