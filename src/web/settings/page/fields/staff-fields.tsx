import { currencyNoun } from '#domain/currency.ts'
import { FormSection } from '../../../products/admin/form-section.tsx'
import { AmountField } from './inputs/typed-field.tsx'

export const StaffFields = () => (
  <FormSection title="Refunds">
    <p className="text-sm text-stone">
      Staff work on orders, stock and messages. Money goes back through an admin, unless you give staff a limit.
    </p>
    <AmountField
      name="refundLimitCents"
      label={`Staff may refund up to, in ${currencyNoun()} of an order`}
      hint="0: staff refund nothing."
    />
  </FormSection>
)
