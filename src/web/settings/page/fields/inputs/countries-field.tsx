import { X } from 'lucide'
import { countries, countryName, euCountries } from '#domain/costs/countries.ts'
import { button } from '../../../../ui/form/button.ts'
import { Field } from '../../../../ui/form/field.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { useSection } from '../../section-context.ts'

export const byName = [...countries].toSorted((one, other) => countryName(one).localeCompare(countryName(other), 'en'))

/** The countries of a zone: chosen one by one, or those of the EU that no zone has yet. */
export function CountriesField({ name }: { name: string }) {
  const { read, change, errorOf } = useSection()
  const chosen = read(name) as string[]
  const taken = new Set((read('zones') as { countries: string[] }[]).flatMap(zone => zone.countries))
  const missingOfEu = euCountries.filter(code => !taken.has(code))
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-wrap gap-2 empty:hidden" aria-label="Countries of the zone">
        {chosen.map(code => (
          <li key={code}>
            <button
              type="button"
              className="inline-flex min-h-11 items-center gap-1.5 rounded-card border border-line px-3 text-sm hover:border-rosewood"
              onClick={() =>
                change(
                  name,
                  chosen.filter(other => other !== code),
                )
              }
            >
              {countryName(code)}
              <Icon of={X} className="size-4" />
              <span className="sr-only">remove</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-56">
          <Field
            as="select"
            label="Add a country"
            name={name}
            value=""
            onChange={({ target }) => change(name, [...chosen, target.value])}
            error={errorOf(name)}
          >
            <option value="">Choose…</option>
            {byName
              .filter(code => !taken.has(code))
              .map(code => (
                <option key={code} value={code}>
                  {countryName(code)}
                </option>
              ))}
          </Field>
        </div>
        {missingOfEu.length > 0 && (
          <button type="button" className={button.quiet} onClick={() => change(name, [...chosen, ...missingOfEu])}>
            Add {missingOfEu.length < euCountries.length ? 'the rest of the EU' : 'all of the EU'}
          </button>
        )}
      </div>
    </div>
  )
}
