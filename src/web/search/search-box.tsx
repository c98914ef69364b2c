import { Search, X } from 'lucide'
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { productPath } from '#domain/products/product.ts'
import { maxSearchLength } from '#domain/products/search.ts'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { cleanWords, useSearchWhileTypingQuery } from './api.ts'
import { CategoryLinks } from './category-links.tsx'
import { FoundList } from './found-list.tsx'
import { useSettled } from './use-settled.ts'

const waitMs = 150
const minLength = 2
const listId = 'search-found'
const optionId = (index: number) => `${listId}-${index}`

/** A combobox with results below it: arrow keys mark a product, Enter opens it, or else the page of all results. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [markedId, mark] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const asked = useSettled(cleanWords(typed), waitMs)
  const isShort = asked.length < minLength
  const results = useSearchWhileTypingQuery(asked, { skip: isShort })
  const products = isShort ? [] : (results.data?.products ?? [])
  const isListed = products.length > 0 && !results.isError
  const marked = products.findIndex(({ _id }) => _id === markedId)

  function type(text: string) {
    setTyped(text)
    mark(undefined)
  }

  function open(path: string, state?: object) {
    onClose()
    navigate(path, { state })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const product = products[marked]
    const words = cleanWords(typed)
    if (product) open(productPath(product), { product })
    else if (words) open(`/search?${new URLSearchParams({ q: words })}`)
  }

  function move(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step || !isListed) return
    event.preventDefault()
    const places = products.length + 1 // the field itself is one of the places
    const next = ((marked + 1 + step + places) % places) - 1
    mark(products[next]?._id)
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <div className="container-page pb-6">
      <search>
        <form action="/search" onSubmit={submit} className="flex h-20 items-center gap-3">
          <Icon of={Search} className="size-5 shrink-0 text-stone" />
          <input
            ref={field}
            name="q"
            role="combobox"
            aria-label="Search the shop"
            aria-expanded={isListed}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={marked >= 0 ? optionId(marked) : undefined}
            value={typed}
            onChange={event => type(event.target.value)}
            onKeyDown={move}
            placeholder="Dresses, pearls, a red lipstick…"
            maxLength={maxSearchLength}
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="h-12 min-w-0 flex-1 rounded-control border border-edge bg-paper px-3 text-base placeholder:text-stone"
          />
          <button type="button" className={`${iconButton} -mr-2`} onClick={onClose} aria-label="Close search">
            <Icon of={X} className="size-5" />
          </button>
        </form>
      </search>
      {isShort ? (
        <div className="pt-2">
          <CategoryLinks onOpen={onClose} />
        </div>
      ) : (
        <FoundList
          asked={asked}
          results={results}
          marked={marked}
          onMark={mark}
          onOpen={onClose}
          onSuggestion={text => {
            type(text)
            field.current?.focus()
          }}
          listId={listId}
          optionId={optionId}
        />
      )}
    </div>
  )
}
