import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type Count, maxCount, readTypedCount, type StockCount } from '#domain/products/stock.ts'
import { formErrorOf } from '../../../session/form-error.ts'
import { Failure } from '../../../ui/feedback/notice.tsx'
import { toast } from '../../../ui/feedback/toast.tsx'
import { button } from '../../../ui/form/button.ts'
import { controlShape } from '../../../ui/form/control-shape.ts'
import { FormSection } from '../form-section.tsx'
import { useCountStockMutation, useGetStockQuery } from './api.ts'

/** Saves what is typed. Its result is false when something could not be saved; the form says what. */
export type SavePieces = () => Promise<boolean>

interface StockCountsProps {
  productId: string
  /** Receives the function that saves, for the button of the whole product. */
  saver: RefObject<SavePieces | undefined>
  /** Learns whether something is typed that is not saved. */
  onTyped: (isUnsaved: boolean) => void
}

/** A number for each size of a product: how many pieces lie on the shelf. An empty one is not counted. */
export function StockCounts({ productId, saver, onTyped }: StockCountsProps) {
  const { currentData, isError, isFetching, refetch } = useGetStockQuery(productId, { refetchOnMountOrArgChange: true })
  if (currentData)
    return (
      <FormSection title="Pieces">
        {!currentData.isAnythingCounted && (
          <p className="text-sm text-stone">Nothing is counted yet. Start with one product.</p>
        )}
        <CountForm counts={currentData.counts} reload={refetch} saver={saver} onTyped={onTyped} />
      </FormSection>
    )
  return isError && !isFetching ? <Failure onRetry={refetch}>Error to load the pieces</Failure> : null
}

interface CountFormProps extends Pick<StockCountsProps, 'saver' | 'onTyped'> {
  counts: StockCount[]
  reload: () => void
}

function CountForm({ counts, reload, saver, onTyped }: CountFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [formError, setFormError] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const [count, { isLoading }] = useCountStockMutation()
  const changed = counts.filter(({ variantId, shelf }) => (typed[variantId] ?? textOf(shelf)) !== textOf(shelf))

  const isUnsaved = changed.length > 0

  useEffect(() => {
    onTyped(isUnsaved)
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => {
      onTyped(false)
      removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, onTyped])

  useEffect(() => {
    saver.current = save
    return () => {
      saver.current = undefined
    }
  })

  function show(found: Record<string, string>) {
    flushSync(() => setErrors(found))
    list.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  async function save(): Promise<boolean> {
    if (isLoading) return false
    if (changed.length === 0) return true
    const wrong = Object.fromEntries(
      changed.flatMap(({ variantId, shelf }) => {
        const sentence = errorOf(typed[variantId] ?? '', shelf)
        return sentence ? [[variantId, sentence]] : []
      }),
    )
    show(wrong)
    setFormError('')
    if (Object.keys(wrong).length > 0) return false
    const sent = changed.flatMap(({ variantId, shelf: seen }): Count[] => {
      const shelf = readTypedCount(typed[variantId] ?? '')
      return shelf === undefined ? [] : [{ variantId, shelf, seen }]
    })
    const { data, error } = await count(sent)
    if (!data) {
      setFormError(`The pieces were not saved. ${formErrorOf(error)}`)
      return false
    }
    const refused = data.filter(({ result }) => result !== 'counted')
    show(Object.fromEntries(refused.map(({ variantId, message = '' }) => [variantId, message])))
    const isSaved = (id: string, text: string) =>
      sent.some(({ variantId }) => variantId === id && text === typed[id]) &&
      !refused.some(({ variantId }) => variantId === id)
    setTyped(newest => Object.fromEntries(Object.entries(newest).filter(([id, text]) => !isSaved(id, text))))
    if (refused.length > 0) reload()
    return refused.length === 0
  }

  return (
    <form
      noValidate
      className="flex flex-col items-start gap-4"
      onSubmit={event => {
        event.preventDefault()
        void save().then(isSaved => isSaved && toast.say('The pieces are saved.'))
      }}
    >
      <p className="max-w-prose text-sm text-stone">
        Count what lies on the shelf, with the pieces that are paid and still to be packed. A size without a number is
        not counted, and can always be bought.
      </p>
      <ul ref={list} className="grid w-full grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] items-start gap-4">
        {counts.map(each => (
          <CountField
            key={each.variantId}
            count={each}
            text={typed[each.variantId] ?? textOf(each.shelf)}
            error={errors[each.variantId]}
            onType={text => setTyped(earlier => ({ ...earlier, [each.variantId]: text }))}
          />
        ))}
      </ul>
      {formError && (
        <p role="alert" className="text-danger text-sm">
          {formError}
        </p>
      )}
      <button type="submit" className={button.primary} disabled={changed.length === 0 || isLoading}>
        {isLoading ? 'Saving…' : 'Save pieces'}
      </button>
    </form>
  )
}

interface CountFieldProps {
  count: StockCount
  text: string
  error: string | undefined
  onType: (text: string) => void
}

function CountField({ count: { label, held, toPack, owed }, text, error, onType }: CountFieldProps) {
  const id = useId()
  const notes = [held > 0 && `${held} held`, toPack > 0 && `${toPack} to pack`, owed > 0 && `${owed} owed`]
  const note = notes.filter(Boolean).join(', ')
  return (
    <li className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        <span className="sr-only">Pieces of </span>
        {label}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        placeholder="not counted"
        value={text}
        onChange={({ target }) => onType(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
        className={`${controlShape} tabular-nums ${error ? 'border-danger' : 'border-edge'}`}
      />
      <span id={`${id}-note`} className="flex min-h-4 flex-col gap-1 text-xs">
        {note && <span className="text-stone">{note}</span>}
        {error && (
          <span role="alert" className="text-danger">
            {error}
          </span>
        )}
      </span>
    </li>
  )
}

const textOf = (shelf: number | null) => (shelf === null ? '' : String(shelf))

function errorOf(text: string, shelf: number | null): string | undefined {
  if (text.trim() === '' && shelf !== null) return 'Type 0 when none is left: what was counted stays counted.'
  return readTypedCount(text) !== undefined
    ? undefined
    : `Type a whole number from 0 to ${maxCount.toLocaleString('en')}.`
}
