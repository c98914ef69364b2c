import { Mail, MapPin, Phone } from 'lucide-react'
import { Link } from 'react-router'
import { Art } from '../ui/art.tsx'
import { Wordmark } from './wordmark.tsx'

const columns = [
  {
    title: 'Company',
    links: [
      { to: '/pages', label: 'About us' },
      { to: '/blogs', label: 'Journal' },
      { to: '/contact', label: 'Contact' },
    ],
  },
  {
    title: 'Useful links',
    links: [
      { to: '/shop', label: 'Shop all' },
      { to: '/categories/dress', label: 'Dresses' },
      { to: '/categories/accessories', label: 'Accessories' },
      { to: '/categories/jewellery', label: 'Jewellery' },
      { to: '/categories/cosmetics', label: 'Cosmetics' },
    ],
  },
]
const pictures = ['footer-1', 'footer-2', 'footer-3', 'footer-4', 'footer-5', 'footer-6'] as const

export function Footer() {
  return (
    <footer className="mt-24 border-line border-t bg-paper">
      <div className="container-page grid gap-12 py-16 sm:grid-cols-2 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr]">
        <section aria-label="Contact info">
          <Wordmark />
          <address className="mt-5 flex flex-col gap-3 text-sm text-stone not-italic">
            <span className="flex gap-3">
              <MapPin aria-hidden strokeWidth={1.5} className="size-5 shrink-0" />
              12 Arcade Row, London W1
            </span>
            <span className="flex gap-3">
              <Mail aria-hidden strokeWidth={1.5} className="size-5 shrink-0" />
              hello@vitrine.example
            </span>
            <span className="flex gap-3">
              <Phone aria-hidden strokeWidth={1.5} className="size-5 shrink-0" />
              +44 20 7946 0123
            </span>
          </address>
        </section>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="eyebrow font-sans">{title}</h2>
            <ul className="mt-3">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className="inline-flex min-h-11 items-center text-sm hover:text-rosewood md:min-h-9">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <section aria-label="From the studio">
          <h2 className="eyebrow font-sans">From the studio</h2>
          <div className="mt-5 grid grid-cols-3 gap-2">
            {pictures.map(name => (
              <Art
                key={name}
                name={name}
                alt=""
                sizes="7rem"
                className="aspect-square w-full rounded-card object-cover"
              />
            ))}
          </div>
        </section>
      </div>
      <p className="border-line border-t py-6 text-center text-stone text-xs">
        © {new Date().getUTCFullYear()} Vitrine. All rights reserved.
      </p>
    </footer>
  )
}
