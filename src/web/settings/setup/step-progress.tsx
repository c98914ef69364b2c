import { type FirstRun, type FirstRunStep, firstRunSteps, type StepState } from '#domain/settings/setup.ts'
import { Link } from '../../ui/link.tsx'

/** The names of the steps. */
export const stepNames: Record<FirstRunStep, string> = {
  name: 'Name',
  address: 'Address',
  product: 'First product',
  delivery: 'Delivery',
  payments: 'Payments',
  email: 'E-mail',
  'go-live': 'Go live',
}

const bars: Record<StepState, string> = { done: 'bg-sage', skipped: 'bg-edge', open: 'bg-line' }

/** How far the shop is set up; each step can be opened again. */
export const StepProgress = ({ current, steps }: { current: FirstRunStep } & Pick<FirstRun, 'steps'>) => (
  <nav aria-label="Steps" className="mb-10 max-w-4xl">
    <p className="mb-2 text-sm text-stone tabular-nums">
      Step {firstRunSteps.indexOf(current) + 1} of {firstRunSteps.length}
    </p>
    <ol className="grid grid-cols-7 gap-1 sm:gap-2">
      {firstRunSteps.map(step => (
        <li key={step}>
          <Link
            to={`?step=${step}`}
            aria-current={step === current ? 'step' : undefined}
            className="flex min-h-11 flex-col gap-2 pt-3 text-stone text-xs hover:text-rosewood aria-[current]:text-ink"
          >
            <span aria-hidden className={`h-1 rounded-full ${step === current ? 'bg-ink' : bars[steps[step]]}`} />
            <span className="max-md:sr-only">
              {stepNames[step]}
              <span className="sr-only">, {steps[step]}</span>
            </span>
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)
