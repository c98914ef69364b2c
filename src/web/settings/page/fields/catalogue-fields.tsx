import { v4 } from 'uuid'
import {
  type Catalogue,
  type CategorySetting,
  type ColorSetting,
  catalogueLimits as max,
} from '#domain/settings/catalogue.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { useSection } from '../section-context.ts'
import { ListField } from './inputs/list-field.tsx'
import { NamedAddress } from './inputs/named-address.tsx'
import { PictureSetting } from './inputs/picture-setting.tsx'
import { RemovedGoods } from './inputs/removed-goods.tsx'
import { SectionField } from './inputs/section-field.tsx'

const newCategory = (): CategorySetting => ({
  ...{ id: v4(), name: '', address: '', words: '', picture: null, former: [] },
})
const newColor = (): ColorSetting => ({ id: v4(), name: '', swatch: '#8e2f3c' })

/** The shop's categories and colors. What is renamed takes its goods along; what is removed asks where they go. */
export function CatalogueFields() {
  const { saved } = useSection()
  const { categories, colors } = saved as Catalogue
  return (
    <>
      <FormSection title="Categories">
        <p className="max-w-prose text-sm text-stone">
          In the order of the menu, the filters and the forms. A new name or address takes the pieces along, and the old
          address leads to the new one.
        </p>
        <ListField name="categories" noun="category" min={1} max={max.categories} blank={newCategory}>
          {place => <CategoryFields place={place} />}
        </ListField>
        <RemovedGoods list="categories" saved={categories} />
      </FormSection>
      <FormSection title="Colors">
        <p className="max-w-prose text-sm text-stone">
          The colors by which shoppers find a piece. Each piece can have a shade of its own besides, such as “ripe
          cherry”.
        </p>
        <ListField name="colors" noun="color" min={1} max={max.colors} blank={newColor} isCompact>
          {place => <ColorFields place={place} />}
        </ListField>
        <RemovedGoods list="colors" saved={colors} />
      </FormSection>
    </>
  )
}

const CategoryFields = ({ place }: { place: string }) => (
  <>
    <NamedAddress place={place} path="/categories/" example="trousers" />
    <SectionField
      name={`${place}words`}
      label="Words on its page"
      rows={2}
      isOptional
      hint="Search engines show them as well."
    />
    <PictureSetting name={`${place}picture`} label="Picture" hint="Shown on the home page, upright." />
  </>
)

function ColorFields({ place }: { place: string }) {
  const { read, change } = useSection()
  const swatch = String(read(`${place}swatch`))
  return (
    <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
      <SectionField name={`${place}name`} label="Name" />
      <div className="flex min-w-0 items-start gap-2">
        <div className="min-w-0 flex-1">
          <SectionField name={`${place}swatch`} label="Swatch" />
        </div>
        <input
          type="color"
          aria-label="Pick the swatch"
          value={/^#[0-9a-f]{6}$/i.test(swatch) ? swatch.toLowerCase() : '#ffffff'}
          onChange={({ target }) => change(`${place}swatch`, target.value)}
          className="mt-6.5 h-11 w-12 shrink-0 cursor-pointer rounded-control border border-edge bg-paper p-1"
        />
      </div>
    </div>
  )
}
