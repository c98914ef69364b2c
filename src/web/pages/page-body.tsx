import type { ReactNode } from 'react'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { infoPages, type PageSlug } from './pages.ts'

interface PageBodyProps {
  slug: PageSlug
  /** For search engines; undefined: the page's summary, which it then shows as well. */
  description?: string
  children: ReactNode
}

/** An information page of the shop, from its title down. */
export function PageBody({ slug, description, children }: PageBodyProps) {
  const { title, summary } = infoPages.find(page => page.slug === slug) ?? infoPages[0]
  const path = `/pages/${slug}`
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Pages', path: '/pages' },
    { name: title, path },
  ]
  return (
    <article className="container-page py-6 md:py-10">
      <PageHead title={title} description={description ?? summary} path={path} />
      <Breadcrumb trail={trail} />
      <header className="mb-10 md:mb-14">
        <h1 className="text-4xl md:text-6xl">{title}</h1>
        {description === undefined && <p className="mt-4 max-w-[44ch] text-lg text-stone leading-relaxed">{summary}</p>}
      </header>
      {children}
    </article>
  )
}
