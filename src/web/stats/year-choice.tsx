import { ChevronLeft, ChevronRight, type IconNode } from 'lucide'
import { useSearchParams } from 'react-router'
import { iconButton } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'

const firstYear = 1970

/** The year from ?year; the current year unless it names an earlier one. */
export function useYear(): { year: number; thisYear: number } {
  const [search] = useSearchParams()
  const thisYear = new Date().getUTCFullYear()
  const asked = Number(search.get('year'))
  const isYear = Number.isInteger(asked) && asked >= firstYear && asked < thisYear
  return { year: isYear ? asked : thisYear, thisYear }
}

/** Links to the previous and the next year. */
export function YearChoice() {
  const { year, thisYear } = useYear()
  return (
    <nav aria-label="Year" className="flex items-center">
      <Step year={year} by={-1} isOpen={year > firstYear} label="Previous year" icon={ChevronLeft} />
      <span aria-live="polite" className="min-w-12 text-center text-sm tabular-nums">
        {year}
      </span>
      <Step year={year} by={1} isOpen={year < thisYear} label="Next year" icon={ChevronRight} />
    </nav>
  )
}

interface StepProps {
  year: number
  by: number
  isOpen: boolean
  label: string
  icon: IconNode
}

/** At the last year the button stays in place, and with it the focus. */
function Step({ year, by, isOpen, label, icon }: StepProps) {
  return (
    <Link
      to={`?year=${isOpen ? year + by : year}`}
      preventScrollReset
      aria-label={label}
      aria-disabled={!isOpen}
      className={`${iconButton} aria-disabled:opacity-40`}
    >
      <Icon of={icon} className="size-5" />
    </Link>
  )
}
