import { useId } from 'react'
import { Form } from 'react-router'
import { maxSearchLength } from '#domain/products/search.ts'
import { button } from '../ui/form/button.ts'
import { controlShape } from '../ui/form/control-shape.ts'

/** The field of the search page: a form that needs no script. */
export function SearchForm({ q }: { q: string }) {
  const id = useId()
  return (
    <search>
      <Form key={q} action="/search" className="mt-8 flex max-w-2xl flex-wrap items-end gap-3">
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
          <label htmlFor={id} className="text-sm">
            What are you looking for?
          </label>
          <input
            id={id}
            name="q"
            type="search"
            defaultValue={q}
            maxLength={maxSearchLength}
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            className={`${controlShape} min-h-12 border-edge`}
          />
        </div>
        <button type="submit" className={`${button.primary} min-h-12`}>
          Search
        </button>
      </Form>
    </search>
  )
}
