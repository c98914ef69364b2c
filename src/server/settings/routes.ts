import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { FieldWarning } from '#domain/content/field-warning.ts'
import { ManagedSettings, SectionName } from '#domain/settings/section.ts'
import { HomeContent, ShopFrame, ShownCollection } from '#domain/settings/shown.ts'
import type { AuditBook } from '../audit/record.ts'
import { shared } from '../cache/cache-plugin.ts'
import { tags } from '../cache/tags.ts'
import type { ReadPublic } from '../db/replica/replica.ts'
import { callerOf } from '../http/access.ts'
import { Ok, ok } from '../http/envelope.ts'
import { notFound } from '../lib/errors.ts'
import { readManagedSettings } from './queries.ts'
import { saveSection } from './save-section.ts'
import { readCollection, readFrame, readHome } from './shown.ts'

const frame = { summary: 'Name, address and announcement of the shop', response: { 200: Ok(ShopFrame) } }
const home = { summary: 'The words and pictures of the home page', response: { 200: Ok(HomeContent) } }
const collection = {
  summary: 'A collection of goods',
  params: Type.Object({ address: Type.String() }),
  response: { 200: Ok(ShownCollection) },
}
const managed = { summary: 'All settings with their versions', response: { 200: Ok(ManagedSettings) } }
const Saved = Type.Object({
  value: Type.Unknown(),
  version: Type.Integer(),
  /** About links that visitors cannot follow. */
  warnings: Type.Array(FieldWarning),
})
const save = {
  summary: 'Replace a section of the settings; it can be undone',
  params: Type.Object({ section: SectionName }),
  body: Type.Object({
    // `readSection` validates it, so that an error can be a sentence about a field.
    value: Type.Unknown({ description: 'The section, as the list of all settings shows it' }),
    version: Type.Integer({ description: 'The version that was changed; 409 when it is no longer the newest' }),
    targets: Type.Optional(
      Type.Record(Type.String({ maxLength: 40 }), Type.String({ maxLength: 40 }), {
        description: 'Of the section catalogue: for each id that is removed the id where its goods go',
      }),
    ),
  }),
  response: { 200: Ok(Saved) },
}

/** `/api/settings`: what the owner says about the shop. */
export const settingsRoutes: FastifyPluginAsyncTypebox<AuditBook & { read: ReadPublic }> = async (
  app,
  { read, ...book },
) => {
  app.get('/', { schema: frame, config: shared }, async (_request, reply) => {
    reply.cacheTags = [tags.settings]
    return ok(await read(db => readFrame(db, book.clock.now())))
  })

  app.get('/home', { schema: home, config: shared }, async (_request, reply) => {
    reply.cacheTags = [tags.settings]
    return ok(await read(db => readHome(db, book.clock.now())))
  })

  app.get('/collections/:address', { schema: collection, config: shared }, async ({ params }, reply) => {
    const found = await read(db => readCollection(db, params.address.toLowerCase()))
    if (!found) throw notFound('Collection')
    reply.cacheTags = [tags.settings]
    return ok(found)
  })

  app.get('/sections', { schema: managed, config: { access: 'admin' } }, async () =>
    ok(await readManagedSettings(book.db)),
  )

  app.put('/sections/:section', { schema: save, config: { access: 'admin' } }, async request => {
    const { value, version, targets } = request.body
    const { section: name } = request.params
    return ok(await saveSection(book, callerOf(request), { name, version, sent: value, targets }))
  })
}
