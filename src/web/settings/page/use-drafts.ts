import { useEffect, useState } from 'react'
import {
  type ManagedSettings,
  type Section,
  type Settings,
  type ShownPicture,
  sections,
} from '#domain/settings/section.ts'
import { useProductDraft, useSaveDraftOnLogout } from '../../products/admin/use-product-draft.ts'
import { adoptNewer, type Drafts, draftsOf, isUnsaved, textsOf, withSaved, withTexts } from './drafts.ts'

/** What is typed in the forms of the settings. The browser asks before a page with unsaved changes is closed. */
export function useDrafts(managed: ManagedSettings) {
  const [newest, setNewest] = useState(managed)
  const draft = useProductDraft('settings')
  const [drafts, setDrafts] = useState<Drafts>(() => withTexts(draftsOf(managed), draft.saved))
  const [uploaded, setUploaded] = useState<Record<string, ShownPicture>>({})
  if (managed !== newest) {
    setNewest(managed)
    setDrafts(adoptNewer(drafts, managed))
  }

  useSaveDraftOnLogout(draft, textsOf(drafts))

  const unsaved = sections.filter(name => isUnsaved(drafts, name))
  const hasUnsaved = unsaved.length > 0
  useEffect(() => {
    if (!hasUnsaved) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [hasUnsaved])

  return {
    ...drafts,
    unsaved,
    pictures: { ...drafts.saved.pictures, ...uploaded },
    addPicture: (picture: ShownPicture) => setUploaded(current => ({ ...current, [picture.id]: picture })),
    change<Name extends Section>(name: Name, next: (typed: Settings[Name]) => Settings[Name]) {
      setDrafts(current => ({ ...current, typed: { ...current.typed, [name]: next(current.typed[name]) } }))
    },
    accept<Name extends Section>(name: Name, stored: Parameters<typeof withSaved<Name>>[2]) {
      draft.forget()
      setDrafts(current => withSaved(current, name, stored))
    },
    /** Drops what is typed in a section for what is saved now. */
    reload<Name extends Section>(name: Name) {
      const { value, version } = managed[name]
      setDrafts(current =>
        withSaved(current, name, { sent: current.typed[name], value: value as Settings[Name], version }),
      )
    },
  }
}

export type DraftsState = ReturnType<typeof useDrafts>
