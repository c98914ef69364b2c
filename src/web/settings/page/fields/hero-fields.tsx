import type { Settings } from '#domain/settings/section.ts'
import { LinkField } from './inputs/link-field.tsx'
import { PictureSetting } from './inputs/picture-setting.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { PeriodFields } from './period-fields.tsx'

export const blankHero: Settings['home']['heroes'][number] = {
  ...{ eyebrow: '', title: '', text: '', label: 'Explore the shop', link: '/shop' },
  ...{ picture: null, alt: '', from: null, until: null },
}

export const HeroFields = ({ place }: { place: string }) => (
  <>
    <SectionField name={`${place}eyebrow`} label="Line above the title" isOptional />
    <SectionField name={`${place}title`} label="Title" />
    <SectionField name={`${place}text`} label="Text" rows={3} isOptional />
    <div className="grid gap-5 *:min-w-0 sm:grid-cols-2">
      <SectionField name={`${place}label`} label="Label of the button" />
      <LinkField name={`${place}link`} />
    </div>
    <PictureSetting name={`${place}picture`} label="Picture" hint="Empty: a drawn one." />
    <SectionField
      name={`${place}alt`}
      label="What the picture shows"
      isOptional
      hint="Read to visitors who cannot see it. Empty: it only decorates."
    />
    <PeriodFields place={place} />
  </>
)
