import { mailLink, phoneLink } from '#domain/settings/shown.ts'
import { ContactDetails } from '../contact/contact-details.tsx'
import { useShop } from '../settings/api.ts'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { textLink } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageHead } from '../ui/page-head.tsx'

const answers = [
  { to: '/pages/shipping-returns', label: 'Shipping & returns' },
  { to: '/pages/size-guide', label: 'Size guide' },
  { to: '/pages/faq', label: 'Questions and answers' },
]
const trail = [
  { name: 'Home', path: '/' },
  { name: 'Contact', path: '/contact' },
]

export default function Contact() {
  const { name, address, email, phone, legal } = useShop()
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead
        title="Contact"
        description={`Write to ${name} about an order, a size or a piece you cannot find. A person reads every letter.`}
        path="/contact"
      />
      <Breadcrumb trail={trail} />
      <h1 className="text-4xl md:text-5xl">Contact</h1>
      <p className="mt-4 max-w-prose text-lg text-stone leading-relaxed">
        About an order, a size or a piece you cannot find: write as you would to somebody behind the counter.
      </p>
      <div className="mt-10 grid gap-14 lg:grid-cols-[1.6fr_1fr] lg:gap-20">
        <ContactDetails />
        <aside aria-label="Other ways to reach us" className="flex flex-col gap-8 lg:border-line lg:border-l lg:pl-12">
          <section>
            <h2 className="text-2xl">{phone ? 'By letter or by phone' : 'By letter'}</h2>
            <address className="mt-3 not-italic leading-relaxed">
              {name}
              {address.map(line => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              <a href={mailLink(email)} className={`${textLink} mt-2`}>
                {email}
              </a>
              {phone && (
                <>
                  <br />
                  <a href={phoneLink(phone)} className={textLink}>
                    {phone}
                  </a>
                </>
              )}
            </address>
            {legal && <p className="mt-4 whitespace-pre-line text-sm text-stone leading-relaxed">{legal}</p>}
          </section>
          <section>
            <h2 className="text-2xl">Perhaps it is answered already</h2>
            <ul className="mt-2">
              {answers.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} className={textLink}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        </aside>
      </div>
    </div>
  )
}
