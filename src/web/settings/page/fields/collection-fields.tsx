import { v4 } from 'uuid'
import {
  type CollectionRule,
  type CollectionSetting,
  type Collections,
  collectionLimits as max,
  noRule,
} from '#domain/settings/collections.ts'
import { ChosenProducts } from '../../../products/admin/chosen-products.tsx'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { useSection } from '../section-context.ts'
import { ListField } from './inputs/list-field.tsx'
import { NamedAddress } from './inputs/named-address.tsx'
import { PictureSetting } from './inputs/picture-setting.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { RuleFields } from './rule-fields.tsx'

const newCollection = (): CollectionSetting => ({
  ...{ id: v4(), name: '', address: '', words: '', picture: null, isInMenu: true },
  ...{ kind: 'rule', rule: noRule, products: [], order: 'newest' },
})

const orders = [
  { value: 'newest', label: 'Newest first' },
  { value: 'price-asc', label: 'Price, low to high' },
  { value: 'price-desc', label: 'Price, high to low' },
  { value: 'rating', label: 'Best rated' },
]

/** Collections: goods that the owner shows together, by a rule or chosen by hand. */
export const CollectionFields = () => (
  <FormSection title="Collections">
    <p className="max-w-prose text-sm text-stone">
      A collection shows pieces together on a page of its own: those that have what a rule says, or those that you
      choose.
    </p>
    <ListField name="items" noun="collection" max={max.collections} blank={newCollection}>
      {place => <OneCollection place={place} />}
    </ListField>
  </FormSection>
)

function OneCollection({ place }: { place: string }) {
  const { read, change, errorOf } = useSection()
  const index = Number(place.split('.')[1])
  const collection = (read('items') as Collections['items'])[index] as CollectionSetting

  function choose(kind: CollectionSetting['kind']) {
    change(place.slice(0, -1), { ...collection, kind, order: kind === 'hand' ? 'own' : 'newest' })
  }

  return (
    <>
      <NamedAddress place={place} path="/collections/" example="evening" />
      <SectionField name={`${place}words`} label="Words on its page" rows={2} isOptional />
      <PictureSetting name={`${place}picture`} label="Picture" hint="Shown on its page." />
      <fieldset className="flex flex-wrap gap-x-8 gap-y-2">
        <legend className="mb-1 text-sm">What belongs to it</legend>
        {(['rule', 'hand'] as const).map(kind => (
          <label key={kind} className="inline-flex min-h-11 items-center gap-3 text-sm">
            <input
              type="radio"
              name={`${place}kind`}
              className="size-5 accent-rosewood"
              checked={collection.kind === kind}
              onChange={() => choose(kind)}
            />
            {kind === 'rule' ? 'What a rule says' : 'Pieces that I choose'}
          </label>
        ))}
      </fieldset>
      {collection.kind === 'rule' ? (
        <RuleFields place={`${place}rule.`} rule={collection.rule as CollectionRule} />
      ) : (
        <ChosenProducts
          name={`${place}products`}
          ids={collection.products}
          max={max.products}
          error={errorOf(`${place}products`)}
          onChange={ids => change(`${place}products`, ids)}
        />
      )}
      <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
        <Field
          as="select"
          name={`${place}order`}
          label="Order"
          value={collection.order}
          onChange={({ target }: { target: { value: string } }) => change(`${place}order`, target.value)}
        >
          {collection.kind === 'hand' && <option value="own">As I have put them</option>}
          {orders.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Field>
        <label className="inline-flex min-h-11 items-center gap-3 self-end text-sm">
          <input
            type="checkbox"
            className="size-5 accent-rosewood"
            checked={collection.isInMenu}
            onChange={({ target }) => change(`${place}isInMenu`, target.checked)}
          />
          Named in the menu
        </label>
      </div>
    </>
  )
}
