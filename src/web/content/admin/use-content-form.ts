import { useEffect, useRef, useState } from 'react'
import type { ContentFields, ManagedContent } from '#domain/content/content.ts'
import type { Document } from '#domain/content/document.ts'
import type { FieldWarning } from '#domain/content/field-warning.ts'
import { addressFor, readContent } from '#domain/content/read-content.ts'
import { FieldError } from '#domain/settings/fields.ts'
import type { ShownPicture } from '#domain/settings/section.ts'
import { useProductDraft, useSaveDraftOnLogout } from '../../products/admin/use-product-draft.ts'
import { fieldErrorOf, formErrorOf } from '../../session/form-error.ts'
import { savedWith } from '../../settings/page/saved-with.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaveContentMutation } from './api.ts'

export const fieldsOfContent = ({
  _id,
  version,
  preview,
  former,
  updatedAt,
  pictures,
  products,
  ...fields
}: ManagedContent): ContentFields => fields

interface Opened {
  id: string
  /** What is saved: undefined for a new one. */
  saved: ManagedContent | undefined
  /** What the form begins with. */
  fields: ContentFields
  onSaved: (saved: ManagedContent) => void
}

/** The form of a page or a post: validated in the browser, then saved with the version that was changed. */
export function useContentForm({ id, saved, fields, onSaved }: Opened) {
  const draft = useProductDraft(`content ${id}`)
  const restored = readDraft(draft.saved)
  const [typed, setTyped] = useState(restored?.typed ?? fields)
  const [opened] = useState(typed.document)
  const [base, setBase] = useState({ fields, version: restored?.version ?? saved?.version ?? 0 })
  const [pictures, setPictures] = useState<Record<string, ShownPicture>>(saved?.pictures ?? {})
  const hasOwnAddress = useRef(saved !== undefined)
  const uploads = useRef(0)
  const [warnings, setWarnings] = useState<FieldWarning[]>([])
  const [save] = useSaveContentMutation()

  const isUnsaved = JSON.stringify(typed) !== JSON.stringify(base.fields)
  useSaveDraftOnLogout(draft, isUnsaved ? { typed: JSON.stringify(typed), version: String(base.version) } : {})
  useEffect(() => {
    if (!isUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isUnsaved])

  /** Only for the save that publishes: one that fails leaves a draft. */
  const publishAt = useRef<string | null>(null)
  const toSend = () => (publishAt.current ? { ...typed, publishedFrom: publishAt.current } : typed)

  const form = useForm<string>({
    check() {
      try {
        readContent(toSend())
        return {}
      } catch (error) {
        publishAt.current = null
        if (error instanceof FieldError) return { [error.field]: error.message }
        throw error
      }
    },
    async send() {
      const content = toSend()
      publishAt.current = null
      if (uploads.current > 0) return 'A picture is still being uploaded. Please save once it is shown.'
      const { data: answer, error } = await save({ id, content, version: base.version })
      if (!answer) {
        console.info('It was not saved', error)
        const refused = fieldErrorOf(error)
        return refused ? { [refused.field]: refused.message } : formErrorOf(error)
      }
      const { warnings: found, ...data } = answer
      setWarnings(found)
      const stored = fieldsOfContent(data)
      draft.forget()
      hasOwnAddress.current = true
      setBase({ fields: { ...stored, document: typed.document }, version: data.version })
      setTyped(current => withStored(current, { sent: typed, stored }))
      onSaved(data)
      toast.say(
        savedWith(found, stored.publishedFrom ? 'Saved. Visitors see it from its time on.' : 'Saved as a draft.'),
      )
      return undefined
    },
  })

  function change(name: string, value: unknown) {
    toast.dropSaid()
    if (name === 'address') hasOwnAddress.current = true
    setTyped(current => ({
      ...current,
      [name]: value,
      ...(name === 'title' && !hasOwnAddress.current && { address: addressFor(String(value)) }),
    }))
  }

  return {
    form,
    typed,
    publish(button: HTMLButtonElement) {
      publishAt.current = new Date().toISOString()
      button.form?.requestSubmit()
    },
    /** The document with which the editor begins. */
    opened,
    isUnsaved,
    isSaved: base.version > 0,
    /** What the last save said about links of the text. */
    warnings: warnings.filter(({ field }) => field === 'document').map(({ message }) => message),
    changeDocument(document: Document) {
      toast.dropSaid()
      setWarnings([])
      setTyped(current => ({ ...current, document }))
    },
    fields: {
      saved: base.fields,
      targets: {},
      setTarget() {},
      read: (place: string) => typed[place as keyof ContentFields],
      change,
      errorOf: (place: string) => form.fieldErrors[place],
      warningOf: (place: string) =>
        warnings.find(({ field, value }) => field === place && value === (typed.publishedFrom ?? ''))?.message,
      pictures,
      addPicture: (picture: ShownPicture) => setPictures(current => ({ ...current, [picture.id]: picture })),
      async waitFor(upload: Promise<unknown>) {
        uploads.current += 1
        await upload
        uploads.current -= 1
      },
    },
  }
}

/** What was stored, with what was typed while it was saved. The editor goes on with the document that it has. */
function withStored(
  current: ContentFields,
  { sent, stored }: { sent: ContentFields; stored: ContentFields },
): ContentFields {
  const names = Object.keys(stored) as (keyof ContentFields)[]
  const typedSince = names.filter(name => name === 'document' || current[name] !== sent[name])
  return { ...stored, ...Object.fromEntries(typedSince.map(name => [name, current[name]])) }
}

function readDraft(draft: Record<string, string> | undefined): { typed: ContentFields; version: number } | undefined {
  if (!draft?.typed) return undefined
  return { typed: JSON.parse(draft.typed), version: Number(draft.version) }
}
