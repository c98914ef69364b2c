import type { Editor, JSONContent } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import {
  Bold,
  CircleQuestionMark,
  Heading2,
  Heading3,
  type IconNode,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Ruler,
  ShoppingBag,
  Undo2,
} from 'lucide'
import { type KeyboardEvent, useRef, useState } from 'react'
import { isDocumentLink } from '#domain/content/read-document.ts'
import { pictureTypes } from '#domain/products/fields/picture-field.ts'
import type { ShownPicture } from '#domain/settings/section.ts'
import { ChosenProducts } from '../../products/admin/chosen-products.tsx'
import { useUpload } from '../../settings/page/fields/inputs/use-upload.ts'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'

interface ToolbarProps {
  editor: Editor
  onPicture: (picture: ShownPicture) => void
}

type Open = 'link' | 'product' | undefined

/** What can be done with the text at the cursor. */
export function Toolbar({ editor, onPicture }: ToolbarProps) {
  const [open, setOpen] = useState<Open>()
  const file = useRef<HTMLInputElement>(null)
  const { take, isUploading, error } = useUpload()
  const state = useEditorState({
    editor,
    selector: ({ editor }) => ({
      bold: editor.isActive('bold'),
      italic: editor.isActive('italic'),
      link: editor.isActive('link'),
      heading: editor.isActive('heading', { level: 2 }),
      subheading: editor.isActive('heading', { level: 3 }),
      bullets: editor.isActive('bulletList'),
      numbers: editor.isActive('orderedList'),
      quote: editor.isActive('blockquote'),
      canUndo: editor.can().undo(),
      canRedo: editor.can().redo(),
    }),
  })

  function chain() {
    editor.view.focus() // Tiptap's own comes a frame later, and what is typed meanwhile would be lost
    return editor.chain().focus()
  }

  /** Below the block at the cursor, or in the place of an empty one; the cursor goes to the line below it. */
  function insert(node: JSONContent) {
    const { $to } = editor.state.selection
    const isInEmptyLine = $to.depth === 1 && $to.parent.content.size === 0
    const to = $to.depth > 0 ? $to.after(1) : $to.pos
    const from = isInEmptyLine ? $to.before(1) : to
    const inserted = editor.schema.nodeFromJSON(node)
    const line = editor.schema.nodeFromJSON({ type: 'paragraph' })
    chain()
      .command(({ tr }) => {
        tr.replaceWith(from, to, [inserted, line])
        tr.setSelection(TextSelection.near(tr.doc.resolve(from + inserted.nodeSize + 1)))
        return true
      })
      .run()
  }

  async function addPicture(files: FileList) {
    const picture = await take(files)
    if (!picture) return
    onPicture(picture)
    insert({ type: 'picture', attrs: { picture: picture.id, alt: '', caption: '' } })
  }

  return (
    <div className="sticky top-16 z-10 border-line border-b bg-paper px-2 py-1">
      <div role="toolbar" aria-label="Text" className="flex flex-wrap">
        <Tool
          of={Heading2}
          label="Heading"
          isOn={state.heading}
          onUse={() => chain().toggleHeading({ level: 2 }).run()}
        />
        <Tool
          of={Heading3}
          label="Subheading"
          isOn={state.subheading}
          onUse={() => chain().toggleHeading({ level: 3 }).run()}
        />
        <Tool of={Bold} label="Bold" isOn={state.bold} onUse={() => chain().toggleBold().run()} />
        <Tool of={Italic} label="Italic" isOn={state.italic} onUse={() => chain().toggleItalic().run()} />
        <Tool of={Link2} label="Link" isOn={state.link} onUse={() => setOpen(open === 'link' ? undefined : 'link')} />
        <Tool of={List} label="List" isOn={state.bullets} onUse={() => chain().toggleBulletList().run()} />
        <Tool
          of={ListOrdered}
          label="Numbered list"
          isOn={state.numbers}
          onUse={() => chain().toggleOrderedList().run()}
        />
        <Tool of={Quote} label="Quotation" isOn={state.quote} onUse={() => chain().toggleBlockquote().run()} />
        <Tool of={ImagePlus} label="Picture" onUse={() => file.current?.click()} />
        <Tool of={ShoppingBag} label="Product" onUse={() => setOpen(open === 'product' ? undefined : 'product')} />
        <Tool
          of={CircleQuestionMark}
          label="Question and answer"
          onUse={() => insert({ type: 'question', content: [{ type: 'paragraph' }] })}
        />
        <Tool of={Ruler} label="Table of sizes" onUse={() => insert({ type: 'sizeTable', attrs: { of: 'dresses' } })} />
        <Tool of={Undo2} label="Undo" isOff={!state.canUndo} onUse={() => chain().undo().run()} />
        <Tool of={Redo2} label="Redo" isOff={!state.canRedo} onUse={() => chain().redo().run()} />
      </div>
      <input
        ref={file}
        type="file"
        accept={pictureTypes}
        aria-label="Picture for the text"
        className="hidden"
        onChange={async ({ currentTarget }) => {
          if (currentTarget.files?.length) await addPicture(currentTarget.files)
          currentTarget.value = ''
        }}
      />
      <p role="status" className="px-2 text-sm empty:hidden">
        {isUploading && 'Uploading…'}
      </p>
      {error && (
        <p role="alert" className="px-2 pb-2 text-danger text-sm">
          {error}
        </p>
      )}
      {open === 'link' && <LinkBar editor={editor} onDone={() => setOpen(undefined)} />}
      {open === 'product' && (
        <div className="p-2">
          <ChosenProducts
            name="product"
            label="Find a product to show"
            ids={[]}
            max={1}
            error={undefined}
            onChange={([id]) => {
              insert({ type: 'product', attrs: { id } })
              setOpen(undefined)
            }}
          />
        </div>
      )}
    </div>
  )
}

interface ToolProps {
  of: IconNode
  label: string
  /** Undefined for what is not switched on and off. */
  isOn?: boolean
  isOff?: boolean
  onUse: () => void
}

const Tool = ({ of, label, isOn, isOff, onUse }: ToolProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    disabled={isOff}
    onClick={onUse}
    className="inline-flex size-11 items-center justify-center rounded-control text-ink hover:text-rosewood disabled:opacity-40 aria-pressed:bg-ink aria-pressed:text-ivory"
  >
    <Icon of={of} className="size-4.5" />
  </button>
)

/** The address of the link at the cursor. */
function LinkBar({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const [href, setHref] = useState(String(editor.getAttributes('link').href ?? ''))
  const [error, setError] = useState<string>()
  const isOnWords = !editor.state.selection.empty || editor.isActive('link')

  function apply() {
    const link = href.trim()
    if (!isDocumentLink(link)) return setError('A page such as /shop, an address with https://, mailto: or tel:.')
    const marked = editor.chain().focus().extendMarkRange('link')
    if (isOnWords) marked.setLink({ href: link }).run()
    else marked.insertContent({ type: 'text', text: link, marks: [{ type: 'link', attrs: { href: link } }] }).run()
    onDone()
  }

  function applyByKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    apply()
  }

  return (
    <div className="flex flex-wrap items-end gap-3 p-2">
      <div className="min-w-0 flex-1 basis-60">
        <Field
          name="href"
          label="The link leads to"
          placeholder="/shop"
          autoComplete="off"
          autoFocus
          value={href}
          error={error}
          onChange={({ target }: { target: { value: string } }) => setHref(target.value)}
          onKeyDown={applyByKey}
        />
      </div>
      <button type="button" className={button.primary} onClick={apply}>
        Set link
      </button>
      {editor.isActive('link') && (
        <button
          type="button"
          className={button.quiet}
          onClick={() => {
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            onDone()
          }}
        >
          Remove link
        </button>
      )}
    </div>
  )
}
