import { policyLoader } from './load-policy.ts'
import { PageBody } from './page-body.tsx'
import { Policy } from './policy.tsx'

export const loader = policyLoader('shipping-returns')
export const clientLoader = () => null

export default function ShippingReturnsPage() {
  return (
    <PageBody slug="shipping-returns">
      <Policy slug="shipping-returns" />
    </PageBody>
  )
}
