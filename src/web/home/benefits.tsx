import { Headset, RotateCcw, Truck } from 'lucide'
import { useHomeContentQuery } from '../settings/api.ts'
import { Icon } from '../ui/icon.tsx'

const icons = [Truck, RotateCcw, Headset] as const

export function Benefits() {
  const { data } = useHomeContentQuery()
  if (!data || data.benefits.length === 0) return null
  return (
    <section aria-labelledby="benefits-title" className="container-page mt-20 md:mt-28">
      <h2 id="benefits-title" className="sr-only">
        What we promise
      </h2>
      <ul className="grid gap-10 md:grid-cols-3">
        {data.benefits.map(({ title, text }, index) => (
          <li key={title} className="flex flex-col items-center text-center">
            <Icon of={icons[index] ?? Truck} className="size-9 text-gold stroke-[1.1]" />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-1 text-sm text-stone">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
