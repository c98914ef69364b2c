import { Minus, Plus } from 'lucide'
import { Fragment, type ReactNode } from 'react'
import type { Block, DocumentPictures, Inline, List, Mark, Paragraph, SizeRun } from '#domain/content/document.ts'
import type { Product } from '#domain/products/product.ts'
import { ProductCard } from '../products/product-card.tsx'
import { Icon } from '../ui/icon.tsx'
import { Link } from '../ui/link.tsx'
import { ContentPicture } from './content-picture.tsx'
import { AccessorySizes, DressSizes, RingSizes } from './size-tables.tsx'

/** What the blocks of a document name. */
export interface Named {
  pictures: DocumentPictures
  products: readonly Product[]
}

interface BlocksProps extends Named {
  blocks: readonly Block[]
  /** Wider than the text if there is room. */
  hasWidePictures?: boolean
}

/** The blocks of a document, as a page shows them. Products that stand together are beside one another. */
export const Blocks = ({ blocks, ...named }: BlocksProps) =>
  grouped(blocks).map((group, index) => {
    const [first] = group
    const key = `${index} ${first?.type}`
    if (first?.type !== 'product') return first && <BlockView key={key} block={first} {...named} />
    const ids = group.map(block => (block.type === 'product' ? block.attrs.id : ''))
    const products = ids.flatMap(id => named.products.find(({ _id }) => _id === id) ?? [])
    return (
      products.length > 0 && (
        <ul key={key} className="product-grid my-10! grid list-none! grid-cols-2 gap-4 pl-0! md:grid-cols-3">
          {products.map(product => (
            <li key={product._id} className="mt-0! [&_a]:no-underline!">
              <ProductCard product={product} />
            </li>
          ))}
        </ul>
      )
    )
  })

function grouped(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.type === 'product' && last?.[0]?.type === 'product') last.push(block)
    else groups.push([block])
  }
  return groups
}

const sizeTables: Record<SizeRun, typeof DressSizes> = {
  dresses: DressSizes,
  rings: RingSizes,
  accessories: AccessorySizes,
}

function BlockView({ block, pictures, hasWidePictures }: { block: Block } & Omit<BlocksProps, 'blocks'>) {
  switch (block.type) {
    case 'heading': {
      const Tag = block.attrs.level === 2 ? 'h2' : 'h3'
      const size = block.attrs.level === 2 ? 'mt-12! text-2xl md:text-3xl' : 'mt-8! text-xl'
      return <Tag className={size}>{shown(block.content)}</Tag>
    }
    case 'blockquote':
      return (
        <blockquote className="my-12! text-balance border-gold border-t border-b py-8 text-center font-display text-2xl leading-snug md:text-3xl">
          <Lines lines={block.content} />
        </blockquote>
      )
    case 'picture': {
      const { picture, alt, caption } = block.attrs
      return (
        <figure className={hasWidePictures ? 'my-10! lg:-mx-24' : 'my-10!'}>
          <ContentPicture
            name={picture}
            pictures={pictures}
            alt={alt}
            sizes="(width >= 64rem) 52rem, (width >= 48rem) 41rem, 92vw"
            className="w-full rounded-card object-cover"
          />
          {caption && <figcaption className="mt-3 text-stone text-xs">{caption}</figcaption>}
        </figure>
      )
    }
    case 'sizeTable': {
      const Table = sizeTables[block.attrs.of]
      return <Table />
    }
    case 'question':
      return (
        <details className="group mt-0! border-line border-b">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 hover:text-rosewood [&::-webkit-details-marker]:hidden">
            <h3 className="font-sans font-normal text-base tracking-normal">{block.attrs.title}</h3>
            <Icon of={Plus} className="size-5 shrink-0 group-open:hidden" />
            <Icon of={Minus} className="hidden size-5 shrink-0 group-open:block" />
          </summary>
          <div className="pr-9 pb-5 text-stone leading-relaxed [&>*+*]:mt-3">
            <Lines lines={block.content} />
          </div>
        </details>
      )
    case 'product':
      return null
    default:
      return <Lines lines={[block]} />
  }
}

const Lines = ({ lines }: { lines: readonly (Paragraph | List)[] }) =>
  lines.map((line, index) => {
    const key = `${index} ${line.type}`
    if (line.type === 'paragraph') return <p key={key}>{shown(line.content)}</p>
    const Tag = line.type === 'orderedList' ? 'ol' : 'ul'
    return (
      <Tag key={key} className={line.type === 'orderedList' ? 'list-decimal pl-5' : undefined}>
        {line.content.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change on a page
          <li key={at}>
            {item.content.length === 1 && item.content[0]?.type === 'paragraph' ? (
              shown(item.content[0].content)
            ) : (
              <Lines lines={item.content} />
            )}
          </li>
        ))}
      </Tag>
    )
  })

const shown = (inlines: readonly Inline[]): ReactNode =>
  inlines.map((inline, index) => {
    const key = `${index} ${inline.type}`
    if (inline.type === 'hardBreak') return <br key={key} />
    return <Fragment key={key}>{(inline.marks ?? []).reduce<ReactNode>(marked, inline.text)}</Fragment>
  })

function marked(inner: ReactNode, mark: Mark): ReactNode {
  if (mark.type === 'bold') return <strong className="font-medium">{inner}</strong>
  if (mark.type === 'italic') return <em>{inner}</em>
  const { href } = mark.attrs
  return href.startsWith('/') ? <Link to={href}>{inner}</Link> : <a href={href}>{inner}</a>
}
