import type { Generated } from 'kysely'
import type { InvitedRole } from '#domain/users/invitation.ts'
import type { Role } from '#domain/users/user.ts'

export interface UserTable {
  id: string
  username: string
  email: string
  role: Generated<Role>
  /** Null: the user cannot sign in with a password. */
  password_hash: string | null
  /** URL of a picture, empty when none was given; the shop never fetches it. */
  profile_image: Generated<string>
  bio: Generated<string>
  profession: Generated<string>
  created_at: Date
  deleted_at: Generated<Date | null>
  /** When the user last opened a link that was sent to the e-mail. */
  email_verified_at: Generated<Date | null>
  /** Codes of fits of `domain/products/size.ts`, for who keeps them in the account. */
  sizes: Generated<string[] | null>
  /** When the user's data was erased; see privacy/erase-person.ts. */
  erased_at: Generated<Date | null>
}

/** Only hashes of the tokens are stored: somebody who reads the database cannot sign in with it. */
export interface SessionTable {
  /** The hash of the cookie's token. */
  token_hash: Buffer
  /** The hash of the second token, for `Authorization: Bearer`. */
  bearer_hash: Buffer
  user_id: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  /** The user's rights have changed: the next request gets a new token. */
  must_renew: Generated<boolean>
  /** The hash of the cookie's token before the last renewal, valid for a moment longer: concurrent requests may still send it. */
  old_token_hash: Generated<Buffer | null>
  renewed_at: Generated<Date | null>
  /** Independent of the tokens. */
  id: Generated<string>
  /** Browser and system, in words; null for sessions of an older version. */
  browser: Generated<string | null>
  system: Generated<string | null>
}

/** A known device: a browser that this user has signed in with before. */
export interface DeviceTable {
  token_hash: Buffer
  user_id: string
  created_at: Date
}

/** A link to set a new password. Used links are deleted. */

export interface EmailLinkTable {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

/** An authenticator app, whose codes the user needs at login once it is confirmed. */
export interface SecondFactorTable {
  user_id: string
  /** In base32, as the app has it. It cannot be a hash, because the codes are computed from it. */
  secret: string
  confirmed_at: Generated<Date | null>
  /** The 30-second step, counted since 1970, of the last accepted code: it and all earlier codes are used up. */
  last_step: Generated<number>
  created_at: Date
}

/** Recovery codes for a user who has lost the app; each works once. */
export interface RecoveryCodeTable {
  user_id: string
  hash: Buffer
  used_at: Generated<Date | null>
}

/** Somebody who is invited to work in the shop. It is open while it is neither accepted nor withdrawn. */
export interface InvitationTable {
  id: string
  email: string
  role: InvitedRole
  /** The admin who sent it last. */
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_at: Generated<Date | null>
  withdrawn_at: Generated<Date | null>
}

export interface InvitationLinkTable {
  token_hash: Buffer
  invitation_id: string
}

export interface ContactMessageTable {
  id: string
  name: string
  email: string
  subject: string
  message: string
  created_at: Date
  /** When an admin marked it as done; null while it is open. */
  done_at: Generated<Date | null>
  /** The order that its buyer wrote about. */
  order_id: Generated<string | null>
}

/** An answer to a message, which was queued as an e-mail with it. */
export interface MessageAnswerTable {
  /** From the browser: sent again, it is the same answer. */
  id: string
  message_id: string
  author: string
  text: string
  at: Date
}

export interface ReviewTable {
  id: string
  user_id: string
  product_id: string
  rating: number
  comment: string
  /** When it was first written, or last rewritten. */
  created_at: Date
  /** -1 runs small, 0 true to size, 1 runs large; null when it does not say so, as with the next two. */
  fit: Generated<number | null>
  /** The height of its author in cm. */
  height_cm: Generated<number | null>
  /** The code of the size that its author usually wears. */
  usual_size: Generated<string | null>
  /** When an admin hid it; null for a review that visitors see. */
  hidden_at: Generated<Date | null>
  /** The shop's public answer. */
  answer: Generated<string | null>
  answered_at: Generated<Date | null>
}

/** A product that a user has saved. */
export interface WishlistItemTable {
  user_id: string
  product_id: string
  added_at: Date
}
