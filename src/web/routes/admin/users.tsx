import { useState } from 'react'
import { roles, type User } from '#domain/users/user.ts'
import { useUser } from '../../session/use-user.ts'
import { DashboardPage } from '../../ui/dashboard-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { button } from '../../ui/form/button.ts'
import { FilterField } from '../../ui/form/filter-field.tsx'
import { SearchField } from '../../ui/form/search-field.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { useListAddress } from '../../ui/list/use-list-address.ts'
import { useListUsersQuery, usersOnPage } from '../../users/api.ts'
import { InvitationList } from '../../users/invitations/invitation-list.tsx'
import { InviteDialog } from '../../users/invitations/invite-dialog.tsx'
import { RoleDialog } from '../../users/role-dialog.tsx'
import { UserTable } from '../../users/user-table.tsx'

const roleOptions = [
  { value: '', label: 'All' },
  { value: 'user', label: 'User' },
  { value: 'staff', label: 'Staff' },
  { value: 'admin', label: 'Admin' },
]

export default function AdminUsers() {
  const viewer = useUser()
  const { page, q, read } = useListAddress()
  const role = roles.find(each => each === read('role')) ?? ''
  const answer = useListUsersQuery({ page, q, role }, { refetchOnMountOrArgChange: true })
  const [isInviting, setIsInviting] = useState(false)
  const [edited, setEdited] = useState<User>()
  return (
    <>
      <DashboardPage
        title="All Users"
        answer={answer}
        failure="Failed to load users!"
        action={
          <div className="flex flex-wrap gap-3">
            <button type="button" className={button.primary} onClick={() => setIsInviting(true)}>
              Invite
            </button>
            <Link to="/blogs" className={button.quiet}>
              See all
            </Link>
          </div>
        }
        tools={
          <>
            <SearchField label="Search users" placeholder="E-mail or name" />
            <FilterField label="Role" name="role" options={roleOptions} />
          </>
        }
      >
        {listed => (
          <>
            <InvitationList />
            <PagedList
              listed={listed}
              limit={usersOnPage}
              noun={['user', 'users']}
              whenNone={<Notice>Nobody has registered yet.</Notice>}
            >
              {(users, first) => viewer && <UserTable users={users} first={first} viewer={viewer} onEdit={setEdited} />}
            </PagedList>
          </>
        )}
      </DashboardPage>
      <InviteDialog open={isInviting} onClose={() => setIsInviting(false)} />
      <RoleDialog user={edited} onClose={() => setEdited(undefined)} />
    </>
  )
}
