import { settingsLimits } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { BannerFields, blankBanner } from './banner-fields.tsx'
import { DealsFields } from './deals-fields.tsx'
import { blankHero, HeroFields } from './hero-fields.tsx'
import { ListField } from './inputs/list-field.tsx'
import { SectionField } from './inputs/section-field.tsx'

export const HomeFields = () => (
  <>
    <FormSection title="For search engines">
      <SectionField name="description" label="Description" rows={3} isOptional />
    </FormSection>
    <FormSection title="Heroes">
      <p className="text-sm text-stone">The first whose time it is stands at the top. One must have no dates.</p>
      <ListField name="heroes" noun="hero" min={1} max={settingsLimits.heroes} blank={blankHero}>
        {place => <HeroFields place={place} />}
      </ListField>
    </FormSection>
    <FormSection title="Banners">
      <ListField name="banners" noun="banner" max={settingsLimits.banners} blank={blankBanner}>
        {place => <BannerFields place={place} />}
      </ListField>
    </FormSection>
    <FormSection title="Deals">
      <DealsFields />
    </FormSection>
    <FormSection title="Benefits">
      <ListField name="benefits" noun="benefit" max={settingsLimits.benefits} blank={{ title: '', text: '' }}>
        {place => (
          <>
            <SectionField name={`${place}title`} label="Title" />
            <SectionField name={`${place}text`} label="Text" isOptional />
          </>
        )}
      </ListField>
    </FormSection>
  </>
)
