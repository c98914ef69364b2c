/** Shown before the user chooses a password. */
export const passwordHint = '8 to 128 characters, and not one of the most common passwords.'

/**
 * The error of a new password. The list of common ones loads on first use; if it cannot be loaded, the server
 * decides.
 */
export async function newPasswordError(password: string): Promise<string | undefined> {
  try {
    const { passwordError } = await import('#domain/users/password.ts')
    return passwordError(password)
  } catch (error) {
    console.info('The list of common passwords could not be fetched', error)
    return undefined
  }
}
