import type { ReactNode } from 'react'
import { type ArticleArt, ArticlePicture } from './article-picture.tsx'

interface FigureProps {
  name: ArticleArt
  /** The alternative text. */
  alt: string
  children: ReactNode
}

/** A picture within the text, wider than the text if there is room; its children are its caption. */
export const Figure = ({ name, alt, children }: FigureProps) => (
  <figure className="my-10! lg:-mx-24">
    <ArticlePicture
      name={name}
      alt={alt}
      sizes="(width >= 64rem) 52rem, (width >= 48rem) 41rem, 92vw"
      className="aspect-3/2 w-full rounded-card object-cover"
    />
    <figcaption className="mt-3 text-stone text-xs">{children}</figcaption>
  </figure>
)

/** A quotation from the text. It is hidden from screen readers, which read the sentence in the text already. */
export const PullQuote = ({ children }: { children: ReactNode }) => (
  <p
    aria-hidden
    className="my-12! text-balance border-gold border-t border-b py-8 text-center font-display text-2xl leading-snug md:text-3xl"
  >
    {children}
  </p>
)

export const Subhead = ({ children }: { children: ReactNode }) => (
  <h2 className="mt-12! text-2xl md:text-3xl">{children}</h2>
)
