import { Outlet } from 'react-router'
import { TurnedAway } from '../session/turned-away.tsx'
import { useUser } from '../session/use-user.ts'

/** Lets admins alone through. The server decides on every call anyway. */
export default function AdminLayout() {
  const user = useUser()
  return user?.role === 'admin' ? <Outlet /> : <TurnedAway because="Access denied! You must be an admin" />
}
