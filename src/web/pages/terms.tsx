import { policyLoader } from './load-policy.ts'
import { PageBody } from './page-body.tsx'
import { Policy } from './policy.tsx'

export const loader = policyLoader('terms')
export const clientLoader = () => null

export default function TermsPage() {
  return (
    <PageBody slug="terms">
      <Policy slug="terms" />
    </PageBody>
  )
}
