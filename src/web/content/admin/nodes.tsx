import { Node, type NodeViewProps } from '@tiptap/core'
import { NodeViewContent, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react'
import { X } from 'lucide'
import { isUploaded, documentLimits as max, sizeRuns } from '#domain/content/document.ts'
import { imagePath } from '#domain/products/product.ts'
import { useListProductsQuery } from '../../products/api.ts'
import { iconButton } from '../../ui/form/button.ts'
import { controlShape } from '../../ui/form/control-shape.ts'
import { Icon } from '../../ui/icon.tsx'
import { ContentPicture } from '../content-picture.tsx'

/** The attributes of a node, as they are in the clipboard. */
const fromElement = (names: readonly string[]) =>
  Object.fromEntries(
    names.map(name => [
      name,
      {
        default: '',
        parseHTML: (element: HTMLElement) => element.getAttribute(`data-${name.toLowerCase()}`) ?? '',
        renderHTML: (attributes: Record<string, string>) => ({ [`data-${name.toLowerCase()}`]: attributes[name] }),
      },
    ]),
  )

const frame = 'my-6 flex items-start gap-4 rounded-card border border-line bg-paper p-3 text-base'
const field = `${controlShape} border-edge text-sm`

interface AttributeProps extends Pick<NodeViewProps, 'node' | 'updateAttributes'> {
  name: string
  label: string
  limit: number
}

const Attribute = ({ node, updateAttributes, name, label, limit }: AttributeProps) => (
  <label className="flex flex-col gap-1 text-stone text-xs">
    {label}
    <input
      className={field}
      value={node.attrs[name]}
      maxLength={limit}
      onChange={({ target }) => updateAttributes({ [name]: target.value })}
    />
  </label>
)

const Remove = ({ of, onRemove }: { of: string; onRemove: () => void }) => (
  <button type="button" aria-label={`Remove the ${of}`} className={iconButton} onClick={onRemove}>
    <Icon of={X} className="size-4" />
  </button>
)

function PictureView({ node, updateAttributes, deleteNode, selected }: NodeViewProps) {
  const { picture, alt } = node.attrs as Record<string, string>
  return (
    <NodeViewWrapper className={`${frame} max-sm:flex-wrap ${selected ? 'border-ink' : ''}`} data-drag-handle>
      {isUploaded(picture ?? '') ? (
        <img src={imagePath(picture ?? '', 320, 'webp')} alt={alt} className="w-40 rounded-card" />
      ) : (
        <ContentPicture
          name={picture ?? ''}
          pictures={{}}
          alt={alt ?? ''}
          sizes="10rem"
          className="w-40 rounded-card"
        />
      )}
      <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
        <Attribute
          {...{ node, updateAttributes }}
          name="alt"
          label="What it shows, for who cannot see it"
          limit={max.alt}
        />
        <Attribute {...{ node, updateAttributes }} name="caption" label="Caption" limit={max.caption} />
      </div>
      <Remove of="picture" onRemove={deleteNode} />
    </NodeViewWrapper>
  )
}

export const PictureNode = Node.create({
  name: 'picture',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => fromElement(['picture', 'alt', 'caption']),
  parseHTML: () => [{ tag: 'figure[data-picture]' }],
  renderHTML: ({ HTMLAttributes }) => ['figure', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(PictureView),
})

function ProductView({ node, deleteNode, selected }: NodeViewProps) {
  const id = String(node.attrs.id)
  const { data } = useListProductsQuery({ ids: [id], limit: 1 })
  const product = data?.products.find(({ _id }) => _id === id)
  return (
    <NodeViewWrapper className={`${frame} items-center ${selected ? 'border-ink' : ''}`} data-drag-handle>
      {product && (
        <img src={product.image.replace('/1280.', '/320.')} alt="" className="h-16 w-12 rounded-card object-cover" />
      )}
      <p className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">
        {product ? product.name : data ? 'A piece that is not on sale: visitors do not see it here.' : '…'}
      </p>
      <Remove of="product" onRemove={deleteNode} />
    </NodeViewWrapper>
  )
}

export const ProductNode = Node.create({
  name: 'product',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => fromElement(['id']),
  parseHTML: () => [{ tag: 'div[data-id]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(ProductView),
})

const runNames = { dresses: 'Dresses', rings: 'Rings', accessories: 'Bracelets, hats and belts' }

const SizeTableView = ({ node, updateAttributes, deleteNode, selected }: NodeViewProps) => (
  <NodeViewWrapper className={`${frame} items-end ${selected ? 'border-ink' : ''}`} data-drag-handle>
    <label className="flex flex-1 flex-col gap-1 text-stone text-xs">
      Table of sizes
      <select className={field} value={node.attrs.of} onChange={({ target }) => updateAttributes({ of: target.value })}>
        {sizeRuns.map(run => (
          <option key={run} value={run}>
            {runNames[run]}
          </option>
        ))}
      </select>
    </label>
    <Remove of="table of sizes" onRemove={deleteNode} />
  </NodeViewWrapper>
)

export const SizeTableNode = Node.create({
  name: 'sizeTable',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => fromElement(['of']),
  parseHTML: () => [{ tag: 'div[data-of]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  addNodeView: () => ReactNodeViewRenderer(SizeTableView),
})

const QuestionView = ({ node, updateAttributes, deleteNode }: NodeViewProps) => (
  <NodeViewWrapper className={`${frame} max-sm:flex-wrap`}>
    <div className="min-w-0 flex-1">
      <div contentEditable={false}>
        <Attribute {...{ node, updateAttributes }} name="title" label="Question" limit={max.question} />
        <p className="mt-3 text-stone text-xs">Answer</p>
      </div>
      <NodeViewContent className="mt-1 border-line border-l-2 pl-3" />
    </div>
    <Remove of="question" onRemove={deleteNode} />
  </NodeViewWrapper>
)

export const QuestionNode = Node.create({
  name: 'question',
  group: 'block',
  content: '(paragraph | bulletList | orderedList)+',
  defining: true,
  isolating: true,
  addAttributes: () => fromElement(['title']),
  parseHTML: () => [{ tag: 'section[data-title]' }],
  renderHTML: ({ HTMLAttributes }) => ['section', HTMLAttributes, 0],
  addNodeView: () => ReactNodeViewRenderer(QuestionView),
})
