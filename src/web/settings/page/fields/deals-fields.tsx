import { useSection } from '../section-context.ts'
import { LinkField } from './inputs/link-field.tsx'
import { SectionField } from './inputs/section-field.tsx'

const units = ['days', 'hours', 'mins', 'secs'] as const

export function DealsFields() {
  const { read, change } = useSection()
  return (
    <>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          name="deals.isShown"
          checked={read('deals.isShown') === true}
          onChange={({ target }) => change('deals.isShown', target.checked)}
          className="size-5 accent-wine"
        />
        Show the deals
      </label>
      <SectionField name="deals.eyebrow" label="Line above the title" isOptional />
      <SectionField name="deals.title" label="Title" />
      <SectionField name="deals.text" label="Text" rows={3} isOptional />
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <SectionField name="deals.label" label="Label of the button" />
        <LinkField name="deals.link" />
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-1.5 text-sm">The four numbers, as they are shown</legend>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-3 *:min-w-0">
          {units.map(unit => (
            <SectionField key={unit} name={`deals.${unit}`} label={unit} inputMode="numeric" />
          ))}
        </div>
      </fieldset>
    </>
  )
}
