/** A host that never is (RFC 2606). */
export const namelessHost = '@deleted.invalid'

/** What stands in the place of an erased person's e-mail. */
export const nameless = (userId: string): string => userId + namelessHost

export const isNameless = (email: string): boolean => email.toLowerCase().endsWith(namelessHost)
