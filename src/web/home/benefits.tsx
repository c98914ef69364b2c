import { Headset, RotateCcw, Truck } from 'lucide'
import { Icon } from '../ui/icon.tsx'

const benefits = [
  { icon: Truck, title: 'Free delivery', text: 'On every order, wherever we send it.' },
  { icon: RotateCcw, title: '100% money-back guarantee', text: 'If it is not right, it comes back to us.' },
  { icon: Headset, title: 'Strong support', text: 'A person answers, and knows the pieces.' },
]

export function Benefits() {
  return (
    <section aria-labelledby="benefits-title" className="container-page mt-20 md:mt-28">
      <h2 id="benefits-title" className="sr-only">
        What we promise
      </h2>
      <ul className="grid gap-10 md:grid-cols-3">
        {benefits.map(({ icon, title, text }) => (
          <li key={title} className="flex flex-col items-center text-center">
            <Icon of={icon} className="size-9 text-gold stroke-[1.1]" />
            <h3 className="mt-4 text-xl">{title}</h3>
            <p className="mt-1 text-sm text-stone">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
