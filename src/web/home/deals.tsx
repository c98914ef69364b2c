import { useHomeContentQuery } from '../settings/api.ts'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

const units = ['days', 'hours', 'mins', 'secs'] as const

export function Deals() {
  const { data } = useHomeContentQuery()
  if (!data?.deals) return null
  const { deals } = data
  return (
    <section aria-labelledby="deals-title" className="mt-20 border-line border-y bg-paper md:mt-28">
      <div className="container-page grid items-center gap-10 py-16 md:grid-cols-2 md:py-20">
        <div>
          {deals.eyebrow && <p className="eyebrow">{deals.eyebrow}</p>}
          <h2 id="deals-title" className="mt-3 text-4xl md:text-5xl">
            {deals.title}
          </h2>
          <p className="mt-4 max-w-[44ch] text-stone">{deals.text}</p>
          <Link to={deals.link} className={`${button.primary} mt-8`}>
            {deals.label}
          </Link>
        </div>
        <dl className="grid grid-cols-4 gap-3">
          {units.map(unit => (
            <div
              key={unit}
              className="flex flex-col-reverse items-center rounded-card border border-line bg-ivory py-6"
            >
              <dt className="text-stone text-xs md:text-sm">{unit}</dt>
              <dd className="font-display text-3xl tabular-nums md:text-5xl">{deals[unit]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
