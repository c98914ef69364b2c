import { useState } from 'react'
import type { ManagedDiscountCode } from '#domain/costs/discount-code.ts'
import { useListCodesQuery } from '../../discounts/api.ts'
import { CodeDialog } from '../../discounts/code-dialog.tsx'
import { CodeList } from '../../discounts/code-list.tsx'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { button, textLink } from '../../ui/form/button.ts'
import { Link } from '../../ui/link.tsx'

export default function DiscountCodes() {
  const codes = useListCodesQuery(undefined, { refetchOnMountOrArgChange: true })
  const [opened, setOpened] = useState<ManagedDiscountCode | 'new'>()
  return (
    <DashboardPage
      title="Discount codes"
      answer={codes}
      failure="Failed to load the discount codes!"
      tools={
        <Link to="/dashboard/settings" className={textLink}>
          Settings
        </Link>
      }
      action={
        <button type="button" className={button.primary} onClick={() => setOpened('new')}>
          New code
        </button>
      }
    >
      {list => (
        <>
          <CodeList codes={list} onEdit={setOpened} />
          <CodeDialog opened={opened} onClose={() => setOpened(undefined)} />
        </>
      )}
    </DashboardPage>
  )
}
