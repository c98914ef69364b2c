import type { Settings } from '#domain/settings/section.ts'
import { LinkField } from './inputs/link-field.tsx'
import { PictureSetting } from './inputs/picture-setting.tsx'
import { SectionField } from './inputs/section-field.tsx'
import { PeriodFields } from './period-fields.tsx'

export const blankBanner: Settings['home']['banners'][number] = {
  ...{ eyebrow: '', title: '', link: '/shop', picture: null, from: null, until: null },
}

export const BannerFields = ({ place }: { place: string }) => (
  <>
    <SectionField name={`${place}eyebrow`} label="Line above the title" isOptional />
    <SectionField name={`${place}title`} label="Title" />
    <LinkField name={`${place}link`} />
    <PictureSetting name={`${place}picture`} label="Picture" hint="Empty: a drawn one." />
    <PeriodFields place={place} />
  </>
)
