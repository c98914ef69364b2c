import { type PolicySlug, policySlugs } from '#domain/settings/section.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { SectionField } from './section-field.tsx'

const labels: Record<PolicySlug, string> = {
  about: 'About us',
  'shipping-returns': 'Shipping and returns',
  privacy: 'Privacy',
  terms: 'Terms',
}

const Code = ({ children }: { children: string }) => <code className="whitespace-nowrap text-ink">{children}</code>

export const PolicyFields = () => (
  <FormSection title="Policies">
    <p className="text-sm text-stone leading-relaxed">
      A line that begins with <Code>##</Code> is a heading, one that begins with <Code>-</Code> an item of a list, and{' '}
      <Code>[words](/address)</Code> a link. <Code>{'{name}'}</Code>, <Code>{'{address}'}</Code>,{' '}
      <Code>{'{email}'}</Code>, <Code>{'{phone}'}</Code> and <Code>{'{countries}'}</Code> stand for what the shop knows.
    </p>
    {policySlugs.map(slug => (
      <SectionField key={slug} name={slug} label={labels[slug]} rows={14} />
    ))}
  </FormSection>
)
