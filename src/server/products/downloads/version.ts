import { type RawBuilder, sql } from 'kysely'

/** The SQL of `updated_at` that an import has given the product of a `product_import_row`, also by attaching pictures later. */
export const importedVersion = (appliedAt: Date): RawBuilder<Date> => sql`coalesce(attached_at, case kind
  when 'new' then ${appliedAt}::timestamptz else greatest(${appliedAt}::timestamptz, version + interval '1 millisecond') end)`
