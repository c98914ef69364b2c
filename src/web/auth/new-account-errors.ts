import { newPasswordError } from './new-password.ts'

/** What is wrong with the username and the password of a new account, if anything. */
export const newAccountErrors = async ({ username, password }: { username: string; password: string }) => ({
  username: username.trim() ? undefined : 'username  is required',
  password: password ? await newPasswordError(password) : 'Password is required',
})
