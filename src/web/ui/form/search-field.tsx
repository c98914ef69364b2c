import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { useListAddress } from '../list/use-list-address.ts'
import { controlShape } from './control-shape.ts'

const waitMs = 250

/** Searches a list while the visitor types. The text is part of the address, as ?q. */
export function SearchField({ label, placeholder }: { label: string; placeholder?: string }) {
  const id = useId()
  const { q, change } = useListAddress()
  const isOurChange = useNavigationType() === 'REPLACE'
  const [typed, setTyped] = useState(q)
  const asked = useRef(q)

  const ask = useEffectEvent((text: string) => {
    asked.current = text
    change('q', text, { replace: true })
  })
  useEffect(() => {
    const text = typed.trim()
    if (text === asked.current) return
    const timer = setTimeout(() => ask(text), waitMs)
    return () => clearTimeout(timer)
  }, [typed])

  useEffect(() => {
    if (isOurChange || q === asked.current) return
    asked.current = q
    setTyped(q)
  }, [q, isOurChange])

  return (
    <div className="flex min-w-0 flex-1 basis-56 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        placeholder={placeholder}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        className={`${controlShape} border-edge`}
      />
    </div>
  )
}
