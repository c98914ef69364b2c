import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { emailForms } from '#domain/users/user.ts'

/** The one typed exactly before those of other forms, of which there are some from before addresses were stored in one. */
export const exactEmailFirst = (email: string): RawBuilder<SqlBool> => sql`lower("user".email) = lower(${email})`

/** Holds for an account with this e-mail, whatever its case and the form of its accents. */
export const hasEmail = (email: string): RawBuilder<SqlBool> =>
  sql`lower("user".email) in (${sql.join(emailForms(email).map(form => sql`lower(${form})`))})`
