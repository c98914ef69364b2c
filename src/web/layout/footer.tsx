import { Mail, MapPin, Phone } from 'lucide'
import { mailLink, phoneLink } from '#domain/settings/shown.ts'
import { useShop } from '../settings/api.ts'
import { Art } from '../ui/art.tsx'
import { textLink } from '../ui/form/button.ts'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { Wordmark } from './wordmark.tsx'

/** A shop with more has them in its menu. */
const shownCategories = 6
const pictures = [
  { name: 'footer-1', to: '/search?q=lipstick', alt: 'A red lipstick: see lipsticks' },
  { name: 'footer-2', to: '/search?q=bag', alt: 'A black handbag: see what is carried' },
  { name: 'footer-3', to: '/search?q=pearl', alt: 'A strand of pearls: see pearls' },
  { name: 'footer-4', to: '/search?q=scarf', alt: 'A blue wool scarf: see scarves' },
  { name: 'footer-5', to: '/search?q=perfume', alt: 'A bottle of perfume: see scents' },
  { name: 'footer-6', to: '/search?q=ring', alt: 'A ring with a red stone: see rings' },
] as const

const contact = 'flex min-h-11 items-center gap-3 hover:text-rosewood md:min-h-9'

export function Footer() {
  const { name, address, email, phone, social, legal, categories, menus } = useShop()
  const categoryLinks = categories
    .slice(0, shownCategories)
    .map(({ address, name }) => ({ link: `/categories/${address}`, label: name }))
  const year = new Date().getUTCFullYear()
  return (
    <footer className="mt-24 border-line border-t bg-paper">
      <div
        className={`container-page grid grid-cols-2 gap-x-6 gap-y-12 py-16 sm:gap-12 md:gap-6 lg:gap-12 ${menus.hidesPictures ? 'md:grid-cols-[2fr_1fr_1fr]' : 'md:grid-cols-[1.5fr_1fr_1fr_1.1fr]'}`}
      >
        <section aria-label="Contact info" className="max-lg:col-span-2">
          <Wordmark />
          <address className="mt-5 flex flex-col text-sm text-stone not-italic">
            {address.length > 0 && (
              <span className="flex min-h-11 items-center gap-3 md:min-h-9">
                <Icon of={MapPin} className="size-5 shrink-0" />
                {address.join(', ')}
              </span>
            )}
            <a href={mailLink(email)} className={contact}>
              <Icon of={Mail} className="size-5 shrink-0" />
              {email}
            </a>
            {phone && (
              <a href={phoneLink(phone)} className={contact}>
                <Icon of={Phone} className="size-5 shrink-0" />
                {phone}
              </a>
            )}
          </address>
          {social.length > 0 && (
            <ul className="mt-3 flex flex-wrap gap-x-5 text-sm">
              {social.map(({ label, link }) => (
                <li key={link}>
                  <a
                    href={link}
                    rel="me noopener"
                    className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-rosewood md:min-h-9"
                  >
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </section>
        {menus.footer.map(({ title, links, hasCategories }) => (
          <nav key={title} aria-label={title}>
            <h2 className="eyebrow font-sans">{title}</h2>
            <ul className="mt-3">
              {[...links, ...(hasCategories ? categoryLinks : [])].map(({ link, label }) => (
                <li key={link} className="min-w-0 [overflow-wrap:anywhere]">
                  <Link to={link} className="footer-link">
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        {!menus.hidesPictures && (
          <section aria-label="From the studio" className="max-lg:col-span-2">
            <h2 className="eyebrow font-sans">From the studio</h2>
            <div className="mt-5 grid max-w-md grid-cols-3 gap-2">
              {pictures.map(({ name, to, alt }) => (
                <Link key={name} to={to} className="group overflow-hidden rounded-card">
                  <Art
                    name={name}
                    alt={alt}
                    sizes="7rem"
                    className="aspect-square w-full object-cover transition-opacity duration-150 group-hover:opacity-80"
                  />
                </Link>
              ))}
            </div>
          </section>
        )}
      </div>
      <p className="border-line border-t py-6 text-center text-stone text-xs">
        <Link to="/withdraw" className={textLink}>
          Withdraw from contract here
        </Link>
        <br />© {year} {name}. All rights reserved.
        {legal && <span className="mx-auto mt-2 block max-w-prose whitespace-pre-line px-5">{legal}</span>}
      </p>
    </footer>
  )
}
