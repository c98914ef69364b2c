import { Star } from 'lucide'
import { Icon } from '../icon.tsx'

const steps = [1, 2, 3, 4, 5]

/**
 * A choice of one to five stars: radio buttons, so mouse, touch and arrow keys all work. Nothing is chosen at first.
 */
export function StarInput({ name, legend }: { name: string; legend: string }) {
  return (
    <fieldset>
      <legend className="text-sm">{legend}</legend>
      <div className="star-input mt-1 -ml-2 inline-flex text-gold">
        {steps.map(step => (
          <label
            key={step}
            className="relative inline-flex size-[clamp(44px,2.75rem,13vw)] items-center justify-center"
          >
            <input type="radio" name={name} value={step} className="absolute inset-0 cursor-pointer opacity-0" />
            <Icon of={Star} className="size-[64%] stroke-[1.25]" />
            <span className="sr-only">{step === 1 ? '1 star' : `${step} stars`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
