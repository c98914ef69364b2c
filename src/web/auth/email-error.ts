import { isEmail } from '#domain/users/user.ts'

/** The error of a typed e-mail address; surrounding blanks are ignored. */
export function emailError(typed: string): string | undefined {
  const email = typed.trim()
  if (!email) return 'Email  is required'
  return isEmail(email) ? undefined : 'Please type a whole e-mail address, like name@example.com.'
}
