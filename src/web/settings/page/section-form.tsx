import type { ReactNode } from 'react'
import type { Section } from '#domain/settings/section.ts'
import { button } from '../../ui/form/button.ts'
import { Form } from '../../ui/form/form.tsx'
import { SectionContext } from './section-context.ts'
import type { DraftsState } from './use-drafts.ts'
import { useSectionForm } from './use-section-form.ts'

interface SectionFormProps {
  name: Section
  drafts: DraftsState
  /** The version that is saved now; another than the form's when somebody else has saved meanwhile. */
  newestVersion: number
  children: ReactNode
}

/** The form of one section, with its own button. */
export function SectionForm({ name, drafts, newestVersion, children }: SectionFormProps) {
  const { form, fields } = useSectionForm(name, drafts)
  const isOutdated = newestVersion > drafts.saved[name].version

  function reload() {
    drafts.reload(name)
    form.clearFormError()
  }

  return (
    <SectionContext value={fields}>
      <Form
        form={form}
        action="Save"
        progress="Saving…"
        beside={
          <>
            {drafts.unsaved.includes(name) && <p className="mr-auto self-center text-sm text-stone">Not saved yet.</p>}
            {isOutdated && form.formError !== '' && (
              <button type="button" className={button.quiet} onClick={reload}>
                Drop mine, show theirs
              </button>
            )}
          </>
        }
      >
        {children}
      </Form>
    </SectionContext>
  )
}
