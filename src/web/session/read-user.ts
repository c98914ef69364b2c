import { roles, type User } from '#domain/users/user.ts'

/** Reads a stored user. Never throws: invalid or unparsable text means that nobody is signed in. */
export function readUser(stored: string | null): User | undefined {
  try {
    const { _id, username, email, role, profileImage, bio, profession } = JSON.parse(stored ?? '') as Record<
      string,
      unknown
    >
    if (typeof _id !== 'string' || typeof username !== 'string' || typeof email !== 'string') return undefined
    const text = (value: unknown) => (typeof value === 'string' ? value : '')
    return {
      _id,
      username,
      email,
      role: (roles.find(each => each === role) ?? '') as User['role'], // an unknown role has no menu
      profileImage: text(profileImage),
      bio: text(bio),
      profession: text(profession),
    }
  } catch {
    return undefined
  }
}
