import { contentPath, type ShownContent } from '#domain/content/content.ts'
import { type Block, type Document, textOf } from '#domain/content/document.ts'
import { useShop } from '../settings/api.ts'
import { Art } from '../ui/art.tsx'
import { Breadcrumb } from '../ui/breadcrumb.tsx'
import { JsonLd } from '../ui/json-ld.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Prose } from '../ui/prose.tsx'
import { ContentPicture, sharedPicture } from './content-picture.tsx'
import { Blocks, type Named } from './document-view.tsx'
import { Sections } from './sections.tsx'

/** A page of the owner's, from its title down. */
export function PageView({ content }: { content: ShownContent }) {
  const { title, summary, showsSummary, picture, pictures, alt, seoTitle, seoDescription, document } = content
  const path = contentPath(content)
  const trail = [
    { name: 'Home', path: '/' },
    { name: 'Pages', path: '/pages' },
    { name: title, path },
  ]
  return (
    <article className="container-page py-6 md:py-10">
      <PageHead
        title={title}
        description={showsSummary ? summary : openingOf(document)}
        seoTitle={seoTitle || undefined}
        seoDescription={seoDescription || undefined}
        path={path}
        image={sharedPicture(picture, pictures, alt)}
      />
      <Breadcrumb trail={trail} />
      <header className="mb-10 md:mb-14">
        <h1 className="text-4xl [overflow-wrap:anywhere] md:text-6xl">{title}</h1>
        {showsSummary && summary && <p className="mt-4 max-w-[44ch] text-lg text-stone leading-relaxed">{summary}</p>}
      </header>
      {picture === 'window' ? (
        <DrawnWindow alt={alt} />
      ) : (
        picture && (
          <ContentPicture
            name={picture}
            pictures={pictures}
            alt={alt}
            sizes="(width >= 80rem) 78rem, 92vw"
            priority
            className="mb-12 max-h-[36rem] w-full rounded-card object-cover md:mb-16"
          />
        )
      )}
      <Parts {...content} />
    </article>
  )
}

/** The text: by itself, or beside a table of contents when it has headings. */
function Parts({ document, ...named }: { document: Document } & Named) {
  const questions = document.content.filter(block => block.type === 'question')
  const [lead = [], ...others] = partsOf(document)
  const sections = others.map(([heading, ...blocks]) => ({ title: heading ? textOf(heading) : '', blocks }))
  const isOfQuestions =
    lead.length === 0 && sections.every(({ blocks }) => blocks.every(({ type }) => type === 'question'))
  return (
    <>
      {questions.length > 0 && <JsonLd about={{ '@type': 'FAQPage', mainEntity: questions.map(entityOf) }} />}
      {lead.length > 0 && (
        <Prose className={sections.length > 0 ? 'mb-12' : ''}>
          <Blocks blocks={lead} {...named} />
        </Prose>
      )}
      {isOfQuestions ? (
        <Questions sections={sections} {...named} />
      ) : (
        sections.length > 0 && (
          <Sections
            sections={sections.map(({ title, blocks }) => ({ title, text: <Blocks blocks={blocks} {...named} /> }))}
          />
        )
      )}
    </>
  )
}

/** A document, parted before each of its large headings; the first part has none. */
function partsOf({ content }: Document): Block[][] {
  const parts: Block[][] = [[]]
  for (const block of content) {
    if (block.type === 'heading' && block.attrs.level === 2) parts.push([block])
    else parts.at(-1)?.push(block)
  }
  return parts
}

interface QuestionsProps extends Named {
  sections: { title: string; blocks: Block[] }[]
}

/** A page of nothing but questions under headings. */
const Questions = ({ sections, ...named }: QuestionsProps) => (
  <div className="grid gap-12">
    {sections.map(({ title, blocks }) => (
      <section key={title} className="grid gap-4 lg:grid-cols-[14rem_1fr] lg:gap-16">
        <h2 className="text-2xl md:text-3xl">{title}</h2>
        <div className="max-w-3xl border-line border-t [&_a:hover]:text-rosewood [&_a]:underline [&_a]:underline-offset-4">
          <Blocks blocks={blocks} {...named} />
        </div>
      </section>
    ))}
  </div>
)

const entityOf = (block: Block) =>
  block.type === 'question' && {
    '@type': 'Question',
    name: block.attrs.title,
    acceptedAnswer: { '@type': 'Answer', text: block.content.map(textOf).join('\n') },
  }

/** What search engines show of a text: its first paragraph. */
const openingOf = ({ content }: Document): string => {
  const opening = content.find(({ type }) => type === 'paragraph')
  return opening ? textOf(opening) : ''
}

/** The window of the demo's shop, and of no other. */
function DrawnWindow({ alt }: { alt: string }) {
  const { hasDefaultName } = useShop()
  return (
    hasDefaultName && (
      <div className="mb-12 grid gap-5 md:mb-16 md:grid-cols-[20fr_9fr]">
        <Art
          name="hero"
          onPhone="hero-phone"
          alt={alt}
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
  )
}
