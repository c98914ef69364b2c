import type { User } from '#domain/users/user.ts'
import { Email } from '../ui/email.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { type Column, rowAction, Table } from '../ui/list/table.tsx'
import { DeleteUser } from './delete-user.tsx'

const roleTones = { user: 'grey', staff: 'blue', admin: 'red' } as const

interface UserTableProps {
  users: readonly User[]
  /** The number of the first row, counted over all pages. */
  first: number
  /** The admin who looks at the list. */
  viewer: User
  onEdit: (user: User) => void
}

/** The shop's users. An admin cannot change their own role or delete themselves, so their own row has no buttons. */
export function UserTable({ users, first, viewer, onEdit }: UserTableProps) {
  const columns: Column<User>[] = [
    { header: 'No.', onCard: 'corner', cell: (_user, index) => first + index },
    {
      header: 'User email',
      onCard: 'title',
      cell: ({ email, username }) => (
        <div className="min-w-0">
          <p>
            <Email>{email}</Email>
          </p>
          <p className="text-stone text-xs">{username}</p>
        </div>
      ),
    },
    {
      header: 'User role',
      cell: ({ role }) => <Badge tone={roleTones[role]}>{role}</Badge>,
    },
    {
      header: 'Edit or manage',
      isAction: true,
      cell: user =>
        user._id === viewer._id ? (
          <span className="text-stone text-xs">You: only another admin can change this</span>
        ) : (
          <button
            type="button"
            className={`${rowAction} md:-ml-2`}
            aria-label={`Edit ${user.email}`}
            onClick={() => onEdit(user)}
          >
            Edit
          </button>
        ),
    },
    {
      header: 'Delete',
      isAction: true,
      cell: user => user._id !== viewer._id && <DeleteUser user={user} />,
    },
  ]
  return <Table caption="Users, newest first" columns={columns} rows={users} keyOf={({ _id }) => _id} />
}
