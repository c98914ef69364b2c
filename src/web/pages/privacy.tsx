import { policyLoader } from './load-policy.ts'
import { PolicyPage } from './policy-page.tsx'

export const loader = policyLoader('privacy')
export const clientLoader = () => null

export default function PrivacyPage() {
  return <PolicyPage slug="privacy" />
}
