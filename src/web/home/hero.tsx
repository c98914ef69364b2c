import { Link } from 'react-router'
import { Art } from '../ui/art.tsx'
import { button } from '../ui/button.ts'

export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="relative overflow-hidden">
      <div className="md:hidden">
        <Art name="hero-phone" alt="" sizes="100vw" priority className="h-[min(38rem,80svh)] w-full object-cover" />
      </div>
      <div className="hidden md:block">
        <Art
          name="hero"
          alt=""
          sizes="100vw"
          priority
          className="h-[min(44rem,78vh)] w-full object-cover object-right"
        />
      </div>
      <div className="absolute inset-0 text-[#1c1917]">
        <div className="container-page flex h-full flex-col items-start justify-start pt-12 md:justify-center md:pt-0">
          <p className="eyebrow text-[#5c554e]">Up to 20% discount</p>
          <h1 id="hero-title" className="mt-4 max-w-[11ch] text-5xl leading-[1.04] md:text-7xl">
            Chosen, one piece at a time
          </h1>
          <p className="mt-5 max-w-[30ch] text-[#4a443e] md:text-lg">
            Dresses, jewellery and small beautiful things from a house with a single window.
          </p>
          <Link
            to="/shop"
            className={`${button.primary} mt-8 bg-[#8e2f3c] text-white hover:bg-[#1c1917] hover:text-white`}
          >
            Explore the shop
          </Link>
        </div>
      </div>
    </section>
  )
}
