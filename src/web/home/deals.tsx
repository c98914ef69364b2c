import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

const countdown = [
  { value: '14', unit: 'days' },
  { value: '20', unit: 'hours' },
  { value: '15', unit: 'mins' },
  { value: '05', unit: 'secs' },
]

export function Deals() {
  return (
    <section aria-labelledby="deals-title" className="mt-20 border-line border-y bg-paper md:mt-28">
      <div className="container-page grid items-center gap-10 py-16 md:grid-cols-2 md:py-20">
        <div>
          <p className="eyebrow">Up to 20% discount</p>
          <h2 id="deals-title" className="mt-3 text-4xl md:text-5xl">
            Deals of the month
          </h2>
          <p className="mt-4 max-w-[44ch] text-stone">
            A few pieces we love, at a kinder price, before the window changes.
          </p>
          <Link to="/shop" className={`${button.primary} mt-8`}>
            See the pieces
          </Link>
        </div>
        <dl className="grid grid-cols-4 gap-3">
          {countdown.map(({ value, unit }) => (
            <div
              key={unit}
              className="flex flex-col-reverse items-center rounded-card border border-line bg-ivory py-6"
            >
              <dt className="text-stone text-xs md:text-sm">{unit}</dt>
              <dd className="font-display text-3xl tabular-nums md:text-5xl">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
