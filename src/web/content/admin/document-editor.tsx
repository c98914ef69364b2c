import { EditorContent, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import type { Document } from '#domain/content/document.ts'
import type { ShownPicture } from '#domain/settings/section.ts'
import { Warning } from '../../ui/form/warning.tsx'
import './document-editor.css'
import { extensions } from './extensions.ts'
import { adaptPasted } from './pasted-html.ts'
import { Toolbar } from './toolbar.tsx'

interface DocumentEditorProps {
  /** What it begins with. */
  document: Document
  error: string | undefined
  warnings: string[]
  onChange: (document: Document) => void
  onPicture: (picture: ShownPicture) => void
}

const attributes = {
  role: 'textbox',
  'aria-multiline': 'true',
  'aria-label': 'Text',
  class: 'written min-h-80 px-4 py-6 text-[1.0625rem] leading-relaxed sm:px-8',
}

/** The text of a page or a post, as it will look about. */
export function DocumentEditor({ document, error, warnings, onChange, onPicture }: DocumentEditorProps) {
  const editor = useEditor({
    extensions,
    content: document,
    immediatelyRender: false,
    // `useForm` focuses the first field that is not valid.
    editorProps: {
      attributes: { ...attributes, 'aria-invalid': String(error !== undefined) },
      transformPastedHTML: adaptPasted,
    },
    onUpdate: ({ editor }) => onChange(editor.getJSON() as Document),
  })
  const shownError = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // After the focus, which scrolls to the cursor: the end of a long text may be far from it.
    if (error) requestAnimationFrame(() => shownError.current?.scrollIntoView({ block: 'nearest' }))
  }, [error])
  return (
    <div>
      <div
        className={`rounded-card border bg-paper has-[.written:focus-visible]:border-ink ${error ? 'border-danger' : 'border-line'}`}
      >
        {editor ? (
          <>
            <Toolbar editor={editor} onPicture={onPicture} />
            <EditorContent editor={editor} />
          </>
        ) : (
          <p className="min-h-96 p-6 text-stone">The editor is loading…</p>
        )}
      </div>
      {error && (
        <p ref={shownError} role="alert" className="mt-2 scroll-mb-6 text-danger text-sm">
          {error}
        </p>
      )}
      {warnings.map(warning => (
        <Warning key={warning}>{warning}</Warning>
      ))}
    </div>
  )
}
