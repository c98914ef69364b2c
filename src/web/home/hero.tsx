import { Art } from '../ui/art.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'

/** The hero: text on the picture where it fits left of the first dress, above the picture on narrow screens. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="grid">
      <div className="container-page z-10 flex flex-col items-start justify-center py-10 min-[68.75rem]:on-picture min-[68.75rem]:py-0 min-[68.75rem]:[grid-area:1/1]">
        <p className="eyebrow">Up to 20% discount</p>
        <h1 id="hero-title" className="mt-3 max-w-[11ch] text-5xl leading-[1.04] md:mt-4 md:text-7xl">
          Chosen, one piece at a time
        </h1>
        <p className="mt-4 max-w-[34ch] text-stone md:mt-5 md:max-w-[30ch] md:text-lg">
          Dresses, jewellery and small beautiful things from a house with a single window.
        </p>
        <Link to="/shop" className={`${button.primary} mt-6 md:mt-8`}>
          Explore the shop
        </Link>
      </div>
      <Art
        name="hero"
        onPhone="hero-phone"
        alt=""
        sizes="100vw"
        priority
        className="aspect-square w-full object-cover object-bottom md:aspect-3/2 md:object-right min-[68.75rem]:aspect-auto min-[68.75rem]:h-[min(48vw,72rem)] min-[68.75rem]:object-[50%_58%] min-[68.75rem]:[grid-area:1/1]"
      />
    </section>
  )
}
