import { type ClipboardEvent, type FormEvent, useDeferredValue, useId, useState } from 'react'
import { button } from '../../ui/form/button.ts'
import { controlShape } from '../../ui/form/control-shape.ts'
import { readBlock } from '../../ui/form/read-block.ts'
import { useBoardQuery } from '../api.ts'
import { readPasted, type useDelivery } from './use-delivery.ts'

const shown = 6

/** One field for all ways in: a scanner types a barcode and presses Enter, a hand types a name, and a list is pasted. */
export function AddLine({
  addCodes,
  addSize,
  addUnread,
}: Pick<ReturnType<typeof useDelivery>, 'addCodes' | 'addSize' | 'addUnread'>) {
  const id = useId()
  const [text, setText] = useState('')
  const q = useDeferredValue(text.trim())
  const { currentData } = useBoardQuery(
    { page: 1, q, category: '', view: '', take: '', limit: shown },
    { skip: q.length < 2 },
  )
  const found = q.length < 2 ? [] : (currentData?.rows ?? [])

  function submit(event: FormEvent) {
    event.preventDefault()
    const code = text.trim()
    if (code === '') return
    setText('') // a scanner does not wait
    void addCodes([{ code, pieces: 1 }])
  }

  function paste(event: ClipboardEvent) {
    const block = readBlock(event.clipboardData.getData('text/plain'))
    if (!block) return
    event.preventDefault()
    const { codes, unread } = readPasted(block)
    addUnread(unread)
    if (codes.length > 0) void addCodes(codes.slice(0, 500))
  }

  return (
    <div className="flex flex-col gap-3">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1.5">
          <label htmlFor={id} className="text-sm">
            Barcode, SKU or name
          </label>
          <input
            id={id}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onPaste={paste}
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="enter"
            aria-describedby={`${id}-hint`}
            className={`${controlShape} border-edge`}
          />
        </div>
        <button type="submit" className={button.quiet}>
          Add one piece
        </button>
      </form>
      <p id={`${id}-hint`} className="text-stone text-xs">
        Scan, or type and choose below. A list from a spreadsheet can be pasted: code, pieces, cost of a piece.
      </p>
      {found.length > 0 && (
        <ul aria-label="Sizes found" className="divide-y divide-line border-line border-y">
          {found.map(({ _id, name, color, sizes }) => (
            <li key={_id} className="flex flex-wrap items-center gap-2 py-2 text-sm">
              <span className="min-w-40 flex-1 [overflow-wrap:anywhere]">
                {name}, {color}
              </span>
              {sizes.map(({ variantId, label, sku = null, shelf }) => (
                <button
                  key={variantId}
                  type="button"
                  className={`${button.quiet} px-3!`}
                  aria-label={`Add ${name}, ${color}, ${label}`}
                  onClick={() => addSize({ variantId, name: `${name}, ${color}`, size: label, sku, shelf })}
                >
                  {label}
                </button>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
