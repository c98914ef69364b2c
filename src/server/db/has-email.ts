import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { emailForms } from '#domain/user.ts'

/** Holds for an account with this e-mail, whatever its case and the form of its accents. */
export const hasEmail = (email: string): RawBuilder<SqlBool> =>
  sql`lower("user".email) in (${sql.join(emailForms(email).map(form => sql`lower(${form})`))})`
