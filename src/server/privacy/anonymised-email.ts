/** A domain that never exists (RFC 2606). */
export const anonymisedHost = '@deleted.invalid'

/** Returns the address that replaces the e-mail of an erased user. */
export const anonymisedEmail = (userId: string): string => userId + anonymisedHost

export const isAnonymisedEmail = (email: string): boolean => email.toLowerCase().endsWith(anonymisedHost)
