import { type InvitedRole, invitedRoles } from '#domain/users/invitation.ts'
import { isEmail } from '#domain/users/user.ts'
import { formErrorOf } from '../../session/form-error.ts'
import { FormDialog } from '../../ui/feedback/form-dialog.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { button } from '../../ui/form/button.ts'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useInviteMutation } from './api.ts'

const labels: Record<InvitedRole, string> = { staff: 'Staff', admin: 'Admin' }

export const InviteDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <FormDialog title="Invite somebody" open={open} onClose={onClose}>
    {open && <InviteForm onClose={onClose} />}
  </FormDialog>
)

function InviteForm({ onClose }: { onClose: () => void }) {
  const [invite] = useInviteMutation()
  const form = useForm<'email' | 'role'>({
    check: ({ email }) => ({
      email: isEmail(email.trim()) ? undefined : 'Please type the whole e-mail address, with its @ and its ending.',
    }),
    async send({ email, role }) {
      const { data, error } = await invite({ email: email.trim(), role: role as InvitedRole })
      if (error) return formErrorOf(error)
      toast.say(data)
      onClose()
    },
  })
  return (
    <Form
      form={form}
      action="Invite"
      progress="Inviting…"
      beside={
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      }
    >
      <p className="text-sm text-stone">An e-mail with a link goes to this address. The link works once, for a week.</p>
      <Field label="Email" name="email" type="email" autoComplete="off" error={form.fieldErrors.email} aria-required />
      <Field
        as="select"
        label="Role"
        name="role"
        defaultValue="staff"
        hint="Staff: orders, stock and messages. Admin: everything."
      >
        {invitedRoles.map(role => (
          <option key={role} value={role}>
            {labels[role]}
          </option>
        ))}
      </Field>
    </Form>
  )
}
