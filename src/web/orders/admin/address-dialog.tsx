import { countries, countryName } from '#domain/costs/countries.ts'
import { addressFields, addressLabels, readAddress } from '#domain/orders/edited-address.ts'
import type { Address, ShownOrder } from '#domain/orders/order.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useChangeAddressMutation } from './order-life-api.ts'

interface AddressDialogProps {
  /** The order whose address is changed; the dialog is closed when undefined. */
  order: ShownOrder | undefined
  onClose: () => void
}

/** Asks for another delivery address of an order that was not shipped. */
export const AddressDialog = ({ order, onClose }: AddressDialogProps) => (
  <FormDialog title="Change the delivery address" open={order !== undefined} onClose={onClose}>
    {order && <AddressForm order={order} onClose={onClose} />}
  </FormDialog>
)

const sorted = countries
  .map(code => ({ code, name: countryName(code) }))
  .toSorted((a, b) => a.name.localeCompare(b.name))

function AddressForm({ order: { _id = '', address }, onClose }: AddressDialogProps & { order: ShownOrder }) {
  const [change] = useChangeAddressMutation()
  const form = useForm<keyof Address>({
    check: () => ({}),
    async send(texts) {
      const read = readAddress(texts)
      if (typeof read === 'string') return read
      const { error } = await change({ id: _id, ...texts })
      if (error) return `The address was not changed. ${formErrorOf(error)}`
      toast.say('Address saved')
      onClose()
      return undefined
    },
  })
  return (
    <Form
      form={form}
      action="Save address"
      progress="Saving…"
      beside={
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      }
    >
      {addressFields.map(field =>
        field === 'country' ? (
          <Field
            as="select"
            key={field}
            label={addressLabels[field]}
            name={field}
            defaultValue={address?.country ?? ''}
          >
            <option value="">Choose</option>
            {sorted.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Field>
        ) : (
          <Field
            key={field}
            label={addressLabels[field]}
            name={field}
            autoComplete="off"
            defaultValue={address?.[field] ?? ''}
          />
        ),
      )}
      <p className="text-sm text-stone">
        The customer is told by an e-mail. What was paid for delivery and as tax stays, so an order goes to the country
        that it was bought for.
      </p>
    </Form>
  )
}
