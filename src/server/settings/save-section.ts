import { isDeepStrictEqual } from 'node:util'
import type { FieldWarning } from '#domain/content/field-warning.ts'
import { setCurrency } from '#domain/money.ts'
import type { Catalogue } from '#domain/settings/catalogue.ts'
import { endedPeriods } from '#domain/settings/ended-periods.ts'
import { readSection } from '#domain/settings/read-section.ts'
import type { Section, Settings } from '#domain/settings/section.ts'
import { linksOfSection } from '#domain/settings/section-links.ts'
import type { AuditBook } from '../audit/record.ts'
import { checkLinks } from '../content/check-links.ts'
import type { Tx } from '../db/connection.ts'
import { moveDiscountCodes } from '../discounts/queries.ts'
import type { SignedIn } from '../http/sessions.ts'
import { conflict, fieldConflict, wrongField } from '../lib/errors.ts'
import { countUses, moveProducts } from '../products/choice-queries.ts'
import { type CatalogueChange, changeCatalogue, type Targets, targetField } from './catalogue-moves.ts'
import { refuseFixedCurrency } from './currency.ts'
import { warnOfLostLinks } from './lost-links.ts'
import { moveLists } from './move-lists.ts'
import { lockSection, storeSection } from './section-queries.ts'
import { warnOfCatalogue } from './warn-of-catalogue.ts'

/**
 * Saves a section of the settings. A category or color that is renamed takes its goods along.
 * @param version the version that the admin changed
 * @param targets where the goods of removed categories and colors go
 * @returns the section as it is stored, with its version, which is as before when nothing changes: sending it twice is safe; and a
 * sentence about each link that visitors cannot follow, about each end that has passed, and about what else changes
 * with what it takes away
 * @throws ShopError 400 with a sentence about the first field that is not valid, or a new link to a page or post that is not there, 409 when somebody else has changed it
 * since, a picture is not there any more, what is removed has goods that go nowhere, or the currency is fixed by now
 */
export async function saveSection<Name extends Section>(
  book: AuditBook,
  admin: Pick<SignedIn, 'id'>,
  { name, version, sent, targets = {} }: { name: Name; version: number; sent: unknown; targets?: Targets },
): Promise<{ value: Settings[Name]; version: number; warnings: FieldWarning[] }> {
  const read = readSection(name, sent)
  if (read.error !== undefined) throw wrongField(read.field, read.error)
  const saved = await book.db.transaction().execute(async tx => {
    const current = await lockSection(tx, name)
    const change =
      name === 'catalogue' ? changeCatalogue(current.value as Catalogue, read.value as Catalogue, targets) : undefined
    const value = (change?.value ?? read.value) as Settings[Name]
    const links = { links: linksOfSection(value), earlier: linksOfSection(current.value), at: book.clock.now() }
    const warnings = [
      ...(await checkLinks(tx, links)),
      ...endedPeriods(value, current.value, links.at),
      ...(await warnOfLostLinks(tx, { name, value, earlier: current.value })),
    ]
    if (isDeepStrictEqual(value, current.value)) return { value, version: current.version, warnings } // also when it is sent twice
    if (current.version !== version)
      throw conflict(
        'Somebody has changed this since you opened it. Press “Drop mine, show theirs” to see it, and change it again.',
      )
    await refuseFixedCurrency(tx, { [name]: value }, { [name]: current.value })
    if (change) await refuseUses(tx, change)
    const auditId = await storeSection(tx, book, admin.id, { name, value, current })
    if (change && change.moves.length > 0) {
      await moveProducts(tx, auditId, change.moves)
      await moveDiscountCodes(tx, auditId, change.moves)
      await moveLists(tx, auditId, change.moves, book.clock.now())
    }
    const lost = change ? await warnOfCatalogue(tx, { before: current.value as Catalogue, change, targets }) : []
    return { value, version: version + 1, warnings: [...warnings, ...lost] }
  })
  if (name === 'currency') setCurrency((saved.value as Settings['currency']).code)
  return saved
}

/** @throws ShopError 409 when something that is removed has goods */
async function refuseUses(tx: Tx, { removed }: CatalogueChange): Promise<void> {
  for (const field of ['category', 'color'] as const) {
    const ofField = removed.filter(each => each.field === field)
    const uses = await countUses(
      tx,
      field,
      ofField.map(({ value }) => value),
    )
    for (const { id, value, name } of ofField) {
      const n = uses.get(value)
      if (n)
        throw fieldConflict(
          targetField(id),
          `${n === 1 ? 'One piece is' : `${n} pieces are`} ${field === 'color' ? '' : 'in '}${name}: choose where ${n === 1 ? 'it goes' : 'they go'}.`,
        )
    }
  }
}
