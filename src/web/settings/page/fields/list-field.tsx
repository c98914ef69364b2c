import { ArrowUp, Plus, X } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { button } from '../../../ui/form/button.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useSection } from '../section-context.ts'

interface ListFieldProps {
  name: string
  /** What one item is called, such as 'hero'. */
  noun: string
  min?: number
  max: number
  /** Makes a new item. */
  blank: object | (() => object)
  /** Two items stand beside one another. */
  isCompact?: boolean
  /** @param place that of the item, with a dot at its end, such as `heroes.0.` */
  children: (place: string) => ReactNode
}

const small = `${button.quiet} px-4`

/** A list of the section whose items are added, removed and put in order. */
export function ListField({ name, noun, min = 0, max, blank, isCompact, children }: ListFieldProps) {
  const { read, change } = useSection()
  const items = read(name) as object[]
  const list = useRef<HTMLOListElement>(null)
  const adder = useRef<HTMLButtonElement>(null)

  function focusItem(index: number, selector: string) {
    list.current?.children[index]?.querySelector<HTMLElement>(selector)?.focus()
  }

  function add() {
    flushSync(() => change(name, [...items, typeof blank === 'function' ? blank() : blank]))
    focusItem(items.length, 'input')
  }

  function remove(index: number) {
    flushSync(() => change(name, items.toSpliced(index, 1)))
    if (items.length > 1) focusItem(Math.min(index, items.length - 2), 'input')
    else adder.current?.focus()
  }

  function moveUp(index: number) {
    const [moved] = items.slice(index, index + 1)
    if (moved) flushSync(() => change(name, items.toSpliced(index, 1).toSpliced(index - 1, 0, moved)))
    focusItem(index - 1, 'input')
  }

  return (
    <>
      <ol ref={list} className={`grid gap-5 empty:hidden ${isCompact ? 'lg:grid-cols-2' : ''}`}>
        {items.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no identity; their fields hold what the draft says
          <li key={index}>
            <fieldset className="flex min-w-0 flex-col gap-5 rounded-card border border-line px-[min(1rem,3vw)] py-4">
              <legend className="px-1 font-display text-base first-letter:uppercase">
                {noun} {index + 1}
              </legend>
              {children(`${name}.${index}.`)}
              <div className="flex flex-wrap gap-3">
                {index > 0 && (
                  <button type="button" className={small} onClick={() => moveUp(index)}>
                    <Icon of={ArrowUp} className="size-4" />
                    Move up <span className="sr-only">{`${noun} ${index + 1}`}</span>
                  </button>
                )}
                {items.length > min && (
                  <button type="button" className={small} onClick={() => remove(index)}>
                    <Icon of={X} className="size-4" />
                    Remove <span className="sr-only">{`${noun} ${index + 1}`}</span>
                  </button>
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      {items.length < max && (
        <button ref={adder} type="button" className={`${small} self-start`} onClick={add}>
          <Icon of={Plus} className="size-4" />
          Add a {noun}
        </button>
      )}
    </>
  )
}
