import { useRef, useState } from 'react'
import type { FieldWarning } from '#domain/content/field-warning.ts'
import type { Section, Settings } from '#domain/settings/section.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useSaveSectionMutation } from '../admin-api.ts'
import { valueAt, withValueAt } from './at-place.ts'
import { savedWith } from './saved-with.ts'
import { refusalOf, sectionErrors } from './section-errors.ts'
import type { DraftsState } from './use-drafts.ts'

/** The form of one section: validated in the browser, then saved with the version that was changed. */
export function useSectionForm<Name extends Section>(name: Name, drafts: DraftsState) {
  const [save] = useSaveSectionMutation()
  const uploads = useRef(0)
  const [targets, setTargets] = useState<Record<string, string>>({})
  const [warnings, setWarnings] = useState<FieldWarning[]>([])
  const value: Settings[Name] = drafts.typed[name]
  const { version } = drafts.saved[name]

  const form = useForm<string>({
    check: () => sectionErrors(name, value),
    async send() {
      if (uploads.current > 0) return 'A picture is still being uploaded. Please save once it is shown.'
      const { data, error } = await save({ name, value, version, ...(Object.keys(targets).length > 0 && { targets }) })
      if (!data) {
        console.info('The settings were not saved', error)
        return refusalOf(error)
      }
      setTargets({})
      setWarnings(data.warnings)
      drafts.accept(name, { sent: value, value: data.value as Settings[Name], version: data.version })
      toast.say(savedWith(data.warnings))
      return undefined
    },
  })

  return {
    form,
    fields: {
      saved: drafts.saved[name].value,
      targets,
      setTarget(removed: string, target: string) {
        setTargets(({ [removed]: _, ...others }) => (target ? { ...others, [removed]: target } : others))
      },
      read: (place: string) => valueAt(value, place),
      change(place: string, next: unknown) {
        if (valueAt(value, place) !== next) toast.dropSaid() // or “Saved.” would stand beside “Not saved yet.”
        drafts.change(name, typed => (valueAt(typed, place) === next ? typed : withValueAt(typed, place, next)))
      },
      errorOf: (place: string) => form.fieldErrors[place],
      warningOf: (place: string) =>
        warnings.find(each => each.field === place && each.value === valueAt(value, place))?.message,
      pictures: drafts.pictures,
      addPicture: drafts.addPicture,
      async waitFor(upload: Promise<unknown>) {
        uploads.current += 1
        await upload
        uploads.current -= 1
      },
    },
  }
}
