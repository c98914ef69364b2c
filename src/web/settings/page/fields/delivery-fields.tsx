import { countryName, firstCountries } from '#domain/costs/countries.ts'
import { currencyNoun } from '#domain/currency.ts'
import { settingsLimits as max } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { textLink } from '../../../ui/form/button.ts'
import { Link } from '../../../ui/link.tsx'
import { useSection } from '../section-context.ts'
import { CheckField } from './inputs/check-field.tsx'
import { CountriesField } from './inputs/countries-field.tsx'
import { ListField } from './inputs/list-field.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { AmountField, WholeField } from './inputs/typed-field.tsx'

const blankMethod = { name: 'Standard', priceCents: 0, freeFromCents: null, minDays: 2, maxDays: 4, isPickup: false }
const blankZone = () => ({ name: '', countries: [], methods: [blankMethod] })

export function DeliveryFields() {
  const { read } = useSection()
  const isFree = (read('zones') as object[]).length === 0
  return (
    <FormSection title="Where you deliver, and what it costs">
      <p className="text-sm text-stone">
        {isFree
          ? `Delivery is free, to ${firstCountries.length} countries: ${new Intl.ListFormat('en').format(firstCountries.map(countryName))}. Add a zone to choose your countries and what delivery costs; from then on nothing goes to any other.`
          : 'The cart asks for the country. Until a customer chooses one, the first country of the first zone counts.'}{' '}
        The page{' '}
        <Link to="/pages/shipping-returns" className={textLink}>
          Shipping &amp; returns
        </Link>{' '}
        and your other pages say what delivery costs wherever their text has {'{delivery}'}.
      </p>
      <ListField name="zones" noun="zone" max={max.zones} blank={blankZone}>
        {place => <ZoneFields place={place} />}
      </ListField>
    </FormSection>
  )
}

const ZoneFields = ({ place }: { place: string }) => (
  <>
    <SectionField name={`${place}name`} label="Name" hint="Such as Germany, or the rest of the EU." />
    <CountriesField name={`${place}countries`} />
    <ListField
      name={`${place}methods`}
      noun="way of delivery"
      min={1}
      max={max.deliveryMethods}
      blank={{ ...blankMethod, name: '' }}
    >
      {inner => <MethodFields place={inner} />}
    </ListField>
  </>
)

function MethodFields({ place }: { place: string }) {
  const { read } = useSection()
  const isPickup = read(`${place}isPickup`) === true
  return (
    <>
      <SectionField name={`${place}name`} label="Name" />
      <CheckField name={`${place}isPickup`} label="Fetched in the shop, without an address" />
      {!isPickup && (
        <div className="grid gap-5 sm:grid-cols-2">
          <AmountField name={`${place}priceCents`} label={`Price in ${currencyNoun()}`} />
          <AmountField
            name={`${place}freeFromCents`}
            label={`Free from, in ${currencyNoun()}`}
            hint="What the goods cost after a discount."
            isOptional
          />
        </div>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <WholeField name={`${place}minDays`} label={isPickup ? 'Ready after working days' : 'At least working days'} />
        <WholeField name={`${place}maxDays`} label="At most working days" />
      </div>
    </>
  )
}
