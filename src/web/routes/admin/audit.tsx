import { type AuditedRecord, auditedRecords } from '#domain/audit.ts'
import { entriesOnPage, useListAuditQuery } from '../../audit/api.ts'
import { AuditList } from '../../audit/audit-list.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FilterField } from '../../ui/form/filter-field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'

const recordNames: Record<AuditedRecord, string> = {
  product: 'Products',
  order: 'Orders',
  return: 'Returns',
  user: 'Users',
  import: 'Imports',
  review: 'Reviews',
  message: 'Messages',
  invitation: 'Invitations',
  'size chart': 'Size charts',
  'discount code': 'Discount codes',
  delivery: 'Deliveries',
  setting: 'Settings',
  content: 'Pages and posts',
  'bulk edit': 'Changes of many products',
}
const recordOptions = [
  { value: '', label: 'All' },
  ...Object.entries(recordNames).map(([value, label]) => ({ value, label })),
]

export default function AdminAudit() {
  const { page, q, read } = useListAddress()
  const record = auditedRecords.find(each => each === read('record')) ?? ''
  const answer = useListAuditQuery({ page, q, record }, { refetchOnMountOrArgChange: true })
  return (
    <DashboardPage
      title="Audit"
      answer={answer}
      failure="Failed to load the audit!"
      tools={
        <>
          <SearchField label="Search the audit" placeholder="A name, an e-mail or an id" />
          <FilterField label="Kind of record" name="record" options={recordOptions} />
        </>
      }
    >
      {listed => (
        <PagedList
          listed={listed}
          limit={entriesOnPage}
          noun={['entry', 'entries']}
          whenNone={<Notice>Nothing has been done yet. What admins change will be written down here.</Notice>}
        >
          {entries => <AuditList entries={entries} />}
        </PagedList>
      )}
    </DashboardPage>
  )
}
