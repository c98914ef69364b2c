import type { User } from '#domain/user.ts'
import { Badge } from '../ui/badge.tsx'
import { button } from '../ui/button.ts'
import { type Column, Table } from '../ui/table.tsx'
import { DeleteUser } from './delete-user.tsx'

interface UserTableProps {
  users: readonly User[]
  /** The number of the first of them. */
  first: number
  /** Who looks at it. */
  viewer: User
  onEdit: (user: User) => void
}

/** The shop's users. Nobody changes their own role or deletes themselves, so their own row has no buttons. */
export function UserTable({ users, first, viewer, onEdit }: UserTableProps) {
  const columns: Column<User>[] = [
    { header: 'No.', cell: (_user, index) => first + index },
    {
      header: 'User email',
      cell: ({ email, username }) => (
        <div className="min-w-0">
          <p>{email}</p>
          <p className="text-stone text-xs">{username}</p>
        </div>
      ),
    },
    {
      header: 'User role',
      cell: ({ role }) => <Badge tone={role === 'admin' ? 'red' : 'grey'}>{role}</Badge>,
    },
    {
      header: 'Edit or manage',
      isAction: true,
      cell: user =>
        user._id === viewer._id ? (
          <span className="text-stone">You: only another admin can change this</span>
        ) : (
          <button
            type="button"
            className={`${button.quiet} whitespace-nowrap px-4!`}
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
