import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import { type ManagedSettings, type Section, sections } from '#domain/settings/section.ts'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { AnnouncementFields } from './fields/announcement-fields.tsx'
import { CatalogueFields } from './fields/catalogue-fields.tsx'
import { CollectionFields } from './fields/collection-fields.tsx'
import { ContactFields } from './fields/contact-fields.tsx'
import { CurrencyFields } from './fields/currency-fields.tsx'
import { DeliveryFields } from './fields/delivery-fields.tsx'
import { EmailFields } from './fields/email-fields.tsx'
import { HomeFields } from './fields/home-fields.tsx'
import { IdentityFields } from './fields/identity-fields.tsx'
import { ListFields } from './fields/inputs/list-fields.tsx'
import { MenuFields } from './fields/menu-fields.tsx'
import { ReturnFields } from './fields/return-fields.tsx'
import { StaffFields } from './fields/staff-fields.tsx'
import { TaxFields } from './fields/tax-fields.tsx'
import { Preview } from './preview/preview.tsx'
import { SectionForm } from './section-form.tsx'
import { SectionNav } from './section-nav.tsx'
import { useDrafts } from './use-drafts.ts'

const fieldsOf: Record<Section, ComponentType> = {
  identity: IdentityFields,
  contact: ContactFields,
  emails: EmailFields,
  announcement: AnnouncementFields,
  home: HomeFields,
  catalogue: CatalogueFields,
  collections: CollectionFields,
  lists: ListFields,
  menus: MenuFields,
  delivery: DeliveryFields,
  tax: TaxFields,
  returns: ReturnFields,
  currency: CurrencyFields,
  staff: StaffFields,
}

/** The sections that the home page shows. */
const previewed: readonly Section[] = ['identity', 'contact', 'announcement', 'home']

/** All forms of the settings stay mounted, so that nothing typed is lost between them; the address shows one. */
export function SettingsEditor({ managed }: { managed: ManagedSettings }) {
  const { hash } = useLocation()
  const current = sections.find(name => `#${name}` === hash) ?? 'identity'
  const drafts = useDrafts(managed)
  const hasPreview = previewed.includes(current)
  return (
    <>
      <SectionNav current={current} unsaved={drafts.unsaved} />
      <div
        className={`grid gap-10 xl:items-start ${hasPreview ? 'xl:grid-cols-[minmax(0,1fr)_24.5rem]' : 'max-w-4xl'}`}
      >
        <div className="min-w-0">
          {sections.map(name => {
            const Fields = fieldsOf[name]
            return (
              <div key={name} hidden={name !== current}>
                <SectionForm name={name} drafts={drafts} newestVersion={managed[name].version}>
                  <Fields />
                </SectionForm>
              </div>
            )
          })}
        </div>
        {hasPreview && <Preview settings={drafts.typed} pictures={drafts.pictures} isAtFoot={current === 'contact'} />}
      </div>
      {drafts.unsaved.length > 0 && <LeaveGuard isUnsaved />}
    </>
  )
}
