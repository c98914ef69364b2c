import { policyLoader } from './load-policy.ts'
import { PageBody } from './page-body.tsx'
import { Policy } from './policy.tsx'

export const loader = policyLoader('privacy')
export const clientLoader = () => null

export default function PrivacyPage() {
  return (
    <PageBody slug="privacy">
      <Policy slug="privacy" />
    </PageBody>
  )
}
