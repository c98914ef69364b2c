import { useId } from 'react'
import { useListAddress } from '../list/use-list-address.ts'
import { controlShape } from './control-shape.ts'

interface FilterFieldProps {
  label: string
  /** The URL parameter that it sets. */
  name: string
  /** The choices; the empty value filters nothing. */
  options: readonly { value: string; label: string }[]
}

/** Filters a list by one choice, which is part of the address. */
export function FilterField({ label, name, options }: FilterFieldProps) {
  const id = useId()
  const { read, change } = useListAddress()
  const value = read(name)
  return (
    <div className="flex min-w-36 flex-col gap-1.5 max-sm:flex-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <select
        id={id}
        value={options.some(option => option.value === value) ? value : ''}
        onChange={event => change(name, event.target.value)}
        className={`${controlShape} border-edge`}
      >
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
