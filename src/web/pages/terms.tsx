import { policyLoader } from './load-policy.ts'
import { PolicyPage } from './policy-page.tsx'

export const loader = policyLoader('terms')
export const clientLoader = () => null

export default function TermsPage() {
  return <PolicyPage slug="terms" />
}
