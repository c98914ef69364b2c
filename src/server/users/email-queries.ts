import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { emailForms } from '#domain/users/user.ts'

/** Sorts the account with exactly this e-mail first: accounts from before e-mails were normalised may have other Unicode forms of it. */
export const exactEmailFirst = (email: string): RawBuilder<SqlBool> => sql`lower("user".email) = lower(${email})`

/** Matches accounts with this e-mail, whatever its case and Unicode form. */
export const hasEmail = (email: string): RawBuilder<SqlBool> =>
  sql`lower("user".email) in (${sql.join(emailForms(email).map(form => sql`lower(${form})`))})`
