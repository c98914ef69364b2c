import { useCallback, useEffect, useState } from 'react'
import { type Count, maxCount, maxCounts, readTypedCount } from '#domain/products/stock.ts'
import type { BoardProduct, BoardSize } from '#domain/stock/board.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useCountOnBoardMutation } from '../api.ts'

/** A cell in which something else is typed than what is stored. It stays when another page of the board is shown. */
export interface Edit {
  text: string
  /** The product with its color, and the size. */
  name: string
  label: string
  /** The number that was on the screen. */
  seen: number | null
  /** Why it could not be saved. */
  error?: string
}

export type Edits = ReadonlyMap<string, Edit>

/** The number of a cell as text. In a stock take only what was counted stands there. */
export const storedText = ({ shelf, take }: BoardSize, isTake: boolean): string =>
  String((isTake ? take?.counted : shelf) ?? '')

const sentence = `Type a whole number from 0 to ${maxCount.toLocaleString('en')}.`
const emptySentence = 'Type 0 when none is left: what was counted stays counted.'
const problemOf = ({ text, seen }: Edit) =>
  readTypedCount(text) !== undefined ? undefined : text.trim() === '' && seen !== null ? emptySentence : sentence

const nounOf = (n: number) => `${n} ${n === 1 ? 'count is' : 'counts are'}`

/** What is typed on the board and not saved yet. @param take the id of the stock take, empty for none */
export function useEdits(take: string) {
  const [edits, setEdits] = useState<Edits>(new Map())
  const [count, { isLoading: isSaving }] = useCountOnBoardMutation()

  useEffect(() => {
    if (edits.size === 0) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [edits.size])

  const type = useCallback(
    (product: Pick<BoardProduct, 'name' | 'color'>, cell: BoardSize, text: string) =>
      setEdits(earlier => {
        const next = new Map(earlier)
        if (text === storedText(cell, take !== '')) next.delete(cell.variantId)
        else {
          const name = `${product.name}, ${product.color}`
          next.set(cell.variantId, { text, name, label: cell.label, seen: cell.shelf })
        }
        return next
      }),
    [take],
  )

  const revert = useCallback(
    (variantId: string) =>
      setEdits(earlier => {
        if (!earlier.has(variantId)) return earlier
        const next = new Map(earlier)
        next.delete(variantId)
        return next
      }),
    [],
  )

  const mark = (errors: ReadonlyMap<string, Partial<Edit>>) =>
    setEdits(newest => new Map([...newest].map(([id, edit]) => [id, { ...edit, ...errors.get(id) }])))

  /** Marks the cells that are no counts. @returns whether all are */
  function check(): boolean {
    const wrong = new Map([...edits].map(([id, edit]) => [id, { error: problemOf(edit) }]))
    mark(wrong)
    return [...wrong.values()].every(({ error }) => error === undefined)
  }

  /** Saves all cells, as many at once as the shop takes. Those that could not be saved keep their text, and say why. */
  async function save(): Promise<void> {
    const all = [...edits]
    let saved = 0
    for (let from = 0; from < all.length; from += maxCounts) {
      const part = all.slice(from, from + maxCounts)
      const counts = part.flatMap(([variantId, { text, seen }]): Count[] => {
        const shelf = readTypedCount(text)
        return shelf === undefined ? [] : [{ variantId, shelf, seen }]
      })
      const { data, error } = await count({ counts, take })
      if (!data) return toast.alert(`The counts were not saved. ${formErrorOf(error)}`)
      const done = new Set(data.flatMap(({ variantId, result }) => (result === 'counted' ? [variantId] : [])))
      saved += done.size
      const refused = data.filter(({ variantId }) => !done.has(variantId))
      setEdits(newest => new Map([...newest].filter(([id, { text }]) => !done.has(id) || text !== edits.get(id)?.text)))
      mark(
        new Map(
          refused.map(({ variantId, result, shelf, message }) => [
            variantId,
            { error: message ?? '', ...(result === 'changed' && { seen: shelf }) },
          ]),
        ),
      )
    }
    const left = all.length - saved
    if (left === 0) toast.say(`${nounOf(saved)} saved.`)
    else toast.alert(`${nounOf(saved)} saved, ${nounOf(left)} not: the marked sizes say why.`)
  }

  return { edits, type, revert, check, save, isSaving, discard: () => setEdits(new Map()) }
}
