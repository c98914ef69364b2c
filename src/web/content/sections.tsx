import type { ReactNode } from 'react'
import { Prose } from '../ui/prose.tsx'

/** A part of a page under a heading of its own. */
export interface Section {
  title: string
  text: ReactNode
}

/** Two parts may have the same title, and one no letters of the alphabet. */
const idOf = (title: string, index: number) =>
  `${
    title
      .toLowerCase()
      .replaceAll(/[^a-z]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'part'
  }${index > 0 ? `-${index}` : ''}`

function withIds(sections: readonly Section[]) {
  const seen = new Map<string, number>()
  return sections.map(section => {
    const plain = idOf(section.title, 0)
    const times = seen.get(plain) ?? 0
    seen.set(plain, times + 1)
    return { ...section, id: idOf(section.title, times) }
  })
}

/** The parts of a page, with a table of contents beside them. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const parts = withIds(sections)
  return (
    <div className="grid gap-10 lg:grid-cols-[14rem_1fr] lg:gap-16">
      <nav
        aria-label="On this page"
        className="border-line border-y py-3 lg:sticky lg:top-24 lg:self-start lg:border-0"
      >
        <ul className="flex flex-wrap gap-x-5 lg:flex-col">
          {parts.map(({ title, id }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center text-sm text-stone hover:text-rosewood lg:min-h-9"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        {parts.map(({ title, text, id }) => (
          <section
            key={id}
            aria-labelledby={id}
            className="mb-12 border-line border-t pt-8 last:mb-0 first:border-0 first:pt-0"
          >
            <h2 id={id} className="mb-4 scroll-mt-24 text-2xl md:text-3xl">
              {title}
            </h2>
            <Prose>{text}</Prose>
          </section>
        ))}
      </div>
    </div>
  )
}
