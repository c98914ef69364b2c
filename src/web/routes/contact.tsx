import { mailLink, phoneLink, shopInfo } from '#domain/shop-info.ts'
import { ContactDetails } from '../contact/contact-details.tsx'
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
  return (
    <div className="container-page py-6 md:py-10">
      <PageHead
        title="Contact"
        description={`Write to ${shopInfo.name} about an order, a size or a piece you cannot find. A person reads every letter.`}
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
            <h2 className="text-2xl">{shopInfo.phone ? 'By letter or by phone' : 'By letter'}</h2>
            <address className="mt-3 not-italic leading-relaxed">
              {shopInfo.name}
              {shopInfo.address.map(line => (
                <span key={line} className="block">
                  {line}
                </span>
              ))}
              <a href={mailLink} className={`${textLink} mt-2`}>
                {shopInfo.email}
              </a>
              {shopInfo.phone && (
                <>
                  <br />
                  <a href={phoneLink} className={textLink}>
                    {shopInfo.phone}
                  </a>
                </>
              )}
            </address>
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
