import { policyLoader } from './load-policy.ts'
import { PolicyPage } from './policy-page.tsx'

export const loader = policyLoader('shipping-returns')
export const clientLoader = () => null

export default function ShippingReturnsPage() {
  return <PolicyPage slug="shipping-returns" />
}
