import { usePolicyQuery } from '../settings/api.ts'
import { Art } from '../ui/art.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { Prose } from '../ui/prose.tsx'
import { Blocks } from './blocks.tsx'
import { policyLoader } from './load-policy.ts'
import { PageBody } from './page-body.tsx'

export const loader = policyLoader('about')
export const clientLoader = () => null

export default function AboutPage() {
  return (
    <PageBody slug="about">
      <About />
    </PageBody>
  )
}

function About() {
  const { data } = usePolicyQuery('about')
  return (
    <>
      <Art
        name="hero"
        onPhone="hero-phone"
        alt="Our window: two dresses before plaster arches, a straw hat, a black handbag on a plinth."
        sizes="(width >= 80rem) 75rem, 92vw"
        priority
        className="aspect-square w-full rounded-card object-cover object-bottom md:aspect-2/1 md:object-right"
      />
      <div className="mt-12 grid gap-12 md:mt-16 lg:grid-cols-[1fr_1.1fr] lg:gap-20">
        <p className="max-w-[24ch] text-balance font-display text-3xl leading-snug md:text-4xl">
          We would rather show you a few things we can explain than thousands we cannot.
        </p>
        <Prose>{data && <Blocks blocks={data.parts.flatMap(({ blocks }) => blocks)} />}</Prose>
      </div>
      <div className="mt-16 grid items-center gap-10 md:mt-24 md:grid-cols-2 md:gap-16">
        <Art
          name="category-accessories"
          alt="A green suede bucket bag on a plinth, a straw hat leaning in front of it."
          sizes="(width >= 80rem) 35rem, (width >= 48rem) 44vw, 92vw"
          className="aspect-4/5 w-full rounded-card object-cover"
        />
        <div>
          <h2 className="text-3xl md:text-4xl">How we choose</h2>
          <ol className="mt-8 flex flex-col gap-8">
            {rules.map(({ title, text }, index) => (
              <li key={title} className="grid grid-cols-[2.5rem_1fr]">
                <span aria-hidden className="font-display text-2xl text-gold">
                  {index + 1}
                </span>
                <div>
                  <h3 className="text-xl">{title}</h3>
                  <p className="mt-2 max-w-prose text-stone leading-relaxed">{text}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className="mt-16 border-line border-t pt-12 md:mt-24 md:pt-16">
        <h2 className="text-3xl md:text-4xl">What you can count on</h2>
        <div className="mt-6 grid gap-x-16 gap-y-5 md:grid-cols-2">
          <Prose>
            <p>
              Delivery is free, on every order, and so is changing your mind: everything comes with a 100% money-back
              guarantee. You can buy as a guest. Your card is entered on the payment provider’s own page, and its number
              never comes near us.
            </p>
          </Prose>
          <Prose>
            <p>
              And when you write, somebody who has held the piece in their hands writes back. That is the whole of our
              customer service department, and we are rather proud of it.
            </p>
          </Prose>
        </div>
        <p className="mt-10 flex flex-wrap gap-3">
          <Link to="/shop" className={button.primary}>
            See what is in the window
          </Link>
          <Link to="/contact" className={button.quiet}>
            Write to us
          </Link>
        </p>
      </div>
    </>
  )
}

const rules = [
  {
    title: 'It has to be well made where nobody looks',
    text: 'Seams first, then linings, clasps and the underside of the buckle. A thing that is honest on the inside usually is on the outside.',
  },
  {
    title: 'It has to go with something you own',
    text: 'We think in wardrobes, not in outfits. A dress that needs its own shoes, bag and weather stays with its maker.',
  },
  {
    title: 'It has to survive being loved',
    text: 'Silk that may be washed, leather that improves, gold that can be repaired, a lipstick that one actually finishes.',
  },
]
