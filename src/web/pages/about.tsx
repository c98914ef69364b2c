import { useShop } from '../settings/api.ts'
import { Art } from '../ui/art.tsx'
import { policyLoader } from './load-policy.ts'
import { PolicyPage } from './policy-page.tsx'

export const loader = policyLoader('about')
export const clientLoader = () => null

export default function AboutPage() {
  const { hasDefaultName } = useShop()
  return <PolicyPage slug="about">{hasDefaultName && <DrawnWindow />}</PolicyPage>
}

/** The window of the demo's shop, and of no other. */
const DrawnWindow = () => (
  <div className="mb-12 grid gap-5 md:mb-16 md:grid-cols-[20fr_9fr]">
    <Art
      name="hero"
      onPhone="hero-phone"
      alt="Our window: two dresses before plaster arches, a straw hat, a black handbag on a plinth."
      sizes="(width >= 80rem) 52rem, 92vw"
      priority
      className="aspect-square w-full rounded-card object-cover object-bottom md:aspect-video md:object-right"
    />
    <Art
      name="category-accessories"
      alt="A green suede bucket bag on a plinth, a straw hat leaning in front of it."
      sizes="(width >= 80rem) 22rem, (width >= 48rem) 29vw, 1px"
      className="aspect-4/5 w-full rounded-card object-cover max-md:hidden"
    />
  </div>
)
