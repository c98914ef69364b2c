import type { ReactNode } from 'react'
import { Prose } from '../ui/prose.tsx'

/** A part of a page under a heading of its own. */
export interface Section {
  title: string
  text: ReactNode
}

const idOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')

/** The parts of a page, with a table of contents beside them. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="grid gap-10 lg:grid-cols-[14rem_1fr] lg:gap-16">
      <nav
        aria-label="On this page"
        className="border-line border-y py-3 lg:sticky lg:top-24 lg:self-start lg:border-0"
      >
        <ul className="flex flex-wrap gap-x-5 lg:flex-col">
          {sections.map(({ title }) => (
            <li key={title}>
              <a
                href={`#${idOf(title)}`}
                className="inline-flex min-h-11 items-center text-sm text-stone hover:text-rosewood lg:min-h-9"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        {sections.map(({ title, text }) => (
          <section
            key={title}
            aria-labelledby={idOf(title)}
            className="mb-12 border-line border-t pt-8 last:mb-0 first:border-0 first:pt-0"
          >
            <h2 id={idOf(title)} className="mb-4 scroll-mt-24 text-2xl md:text-3xl">
              {title}
            </h2>
            <Prose>{text}</Prose>
          </section>
        ))}
      </div>
    </div>
  )
}
