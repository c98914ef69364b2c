import { useId } from 'react'
import { type Role, roles, type User } from '#domain/users/user.ts'
import { formErrorOf } from '../session/form-error.ts'
import { autofocus } from '../ui/autofocus.ts'
import { FormDialog } from '../ui/feedback/form-dialog.tsx'
import { toast } from '../ui/feedback/toast.tsx'
import { button } from '../ui/form/button.ts'
import { controlShape } from '../ui/form/control-shape.ts'
import { Field } from '../ui/form/field.tsx'
import { Form } from '../ui/form/form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { useChangeRoleMutation } from './api.ts'

/** The user whose role changes; the dialog is closed when undefined. */
export function RoleDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  return (
    <FormDialog title="Edit User" open={user !== undefined} onClose={onClose}>
      {user && <RoleForm user={user} onClose={onClose} />}
    </FormDialog>
  )
}

const labels: Record<Role, string> = { user: 'User', staff: 'Staff', admin: 'Admin' }

function RoleForm({ user, onClose }: { user: User; onClose: () => void }) {
  const id = useId()
  const [changeRole] = useChangeRoleMutation()
  const form = useForm<'role'>({
    check: () => ({}),
    async send({ role }) {
      const { error } = await changeRole({ userId: user._id, role: role as Role })
      if (error) {
        console.info('Changing a role failed', error)
        return formErrorOf(error)
      }
      toast.say('User role updated successfully!')
      onClose()
    },
  })
  return (
    <Form
      form={form}
      action="Save"
      progress="Saving…"
      beside={
        <button type="button" className={button.quiet} onClick={onClose}>
          Cancel
        </button>
      }
    >
      <Field
        label="Email"
        type="email"
        value={user.email}
        hint="It cannot be changed here."
        readOnly
        className="w-full text-ellipsis bg-transparent text-base text-ink"
      />
      <div className="flex flex-col gap-1.5">
        <label htmlFor={id} className="text-sm">
          Role
        </label>
        <select
          ref={autofocus}
          id={id}
          name="role"
          defaultValue={user.role}
          className={`${controlShape} min-h-11 border-edge`}
        >
          {roles.map(role => (
            <option key={role} value={role}>
              {labels[role]}
            </option>
          ))}
        </select>
      </div>
    </Form>
  )
}
