import { ArrowDown, ArrowUp, Plus, X } from 'lucide'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { button } from '../../../../ui/form/button.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { useSection } from '../../section-context.ts'

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

type Direction = 'up' | 'down'
const steps = { up: -1, down: 1 }
const arrows = { up: ArrowUp, down: ArrowDown }

const small = `${button.quiet} px-3!`

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

  /** The same button of the moved item has the focus, so that it can be moved on; at an end of the list the other one. */
  function move(index: number, direction: Direction) {
    const to = index + steps[direction]
    const [moved] = items.slice(index, index + 1)
    if (moved) flushSync(() => change(name, items.toSpliced(index, 1).toSpliced(to, 0, moved)))
    const isAtEnd = to === (direction === 'up' ? 0 : items.length - 1)
    const next = isAtEnd ? (direction === 'up' ? 'down' : 'up') : direction
    focusItem(to, `[data-move='${name} ${next}']`)
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
              <div className="flex flex-wrap gap-2">
                {index > 0 && <MoveButton direction="up" {...{ name, noun, index }} onMove={move} />}
                {index < items.length - 1 && <MoveButton direction="down" {...{ name, noun, index }} onMove={move} />}
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

interface MoveButtonProps {
  direction: Direction
  /** The name of the list, because an item may have a list of its own. */
  name: string
  noun: string
  index: number
  onMove: (index: number, direction: Direction) => void
}

const MoveButton = ({ direction, name, noun, index, onMove }: MoveButtonProps) => (
  <button type="button" className={small} data-move={`${name} ${direction}`} onClick={() => onMove(index, direction)}>
    <Icon of={arrows[direction]} className="size-4" />
    Move {direction} <span className="sr-only">{`${noun} ${index + 1}`}</span>
  </button>
)
