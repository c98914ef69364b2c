import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { iconButton } from '../ui/button.ts'

const firstYear = 1970

/** The year in the address, as ?year; this one unless it names an earlier one. */
export function useYear(): { year: number; thisYear: number } {
  const [search] = useSearchParams()
  const thisYear = new Date().getUTCFullYear()
  const asked = Number(search.get('year'))
  const isYear = Number.isInteger(asked) && asked >= firstYear && asked < thisYear
  return { year: isYear ? asked : thisYear, thisYear }
}

/** Goes from year to year. */
export function YearChoice() {
  const { year, thisYear } = useYear()
  return (
    <nav aria-label="Year" className="flex items-center">
      <Step to={year - 1} isOpen={year > firstYear} label="Previous year" Icon={ChevronLeft} />
      <span aria-live="polite" className="min-w-12 text-center text-sm tabular-nums">
        {year}
      </span>
      <Step to={year + 1} isOpen={year < thisYear} label="Next year" Icon={ChevronRight} />
    </nav>
  )
}

interface StepProps {
  to: number
  isOpen: boolean
  label: string
  Icon: typeof ChevronLeft
}

function Step({ to, isOpen, label, Icon }: StepProps) {
  if (!isOpen) {
    return (
      <button type="button" disabled aria-label={label} className={`${iconButton} opacity-40`}>
        <Icon aria-hidden strokeWidth={1.5} className="size-5" />
      </button>
    )
  }
  return (
    <Link to={`?year=${to}`} preventScrollReset aria-label={label} className={iconButton}>
      <Icon aria-hidden strokeWidth={1.5} className="size-5" />
    </Link>
  )
}
