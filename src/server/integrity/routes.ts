import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { type ArchiveState, type Disk, Proof } from '#domain/integrity.ts'
import type { Config } from '../config/settings.ts'
import { Ok, ok } from '../http/envelope.ts'
import { findUndeliverable, resendUndeliverable } from '../mail/queries.ts'
import { findBackupCopy, findClockState, findProof } from './find-proof.ts'
import { type CheckBook, checkAlone } from './run-check.ts'

const getProof = {
  summary:
    'What the last check, backup and restore drill have shown, how much room is on the disk, whether the clock is trusted, and which e-mails could not be delivered',
  response: { 200: Ok(Proof) },
}
const postCheck = {
  summary: 'Check the whole shop now; GET /api/proof has the result once it is done',
  response: { 202: Ok(Type.Null()) },
}
const postResend = {
  summary: 'Queue undeliverable e-mails again: one, or all of them without an id; data is how many',
  body: Type.Object({ id: Type.Optional(Type.String({ maxLength: 64 })) }),
  response: { 200: Ok(Type.Integer()) },
}

interface ProofBook extends CheckBook {
  /** Lists the existing backups; undefined when this process cannot know. */
  backupNames: () => Promise<string[] | undefined>
  disk: () => Promise<Disk>
  /** How far the continuous archive is. */
  archive: (now: Date) => Promise<ArchiveState>
  config: Pick<Config, 'archive'>
}

/** `/api/proof`: whether the shop's data is consistent and could be restored. */
export const proofRoutes: FastifyPluginAsyncTypebox<ProofBook> = async (app, book) => {
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(running)
  })

  app.get('/', { schema: getProof, config: { access: 'admin' } }, async () => {
    const { db, config } = book
    const now = book.clock.now()
    const [backups, disk, archive] = await Promise.all([book.backupNames(), book.disk(), book.archive(now)])
    const backupCopy = await findBackupCopy(db, config.archive?.s3 !== undefined, now)
    const clock = await findClockState(db, now)
    const mail = await findUndeliverable(db)
    return ok({ ...(await findProof(db, backups)), archive, backupCopy, disk, clock, mail })
  })

  app.post('/checks', { schema: postCheck, config: { access: 'admin' } }, async (_request, reply) => {
    await begin()
    return reply.status(202).send(ok(null, 'The check has begun'))
  })

  app.post('/mail/resend', { schema: postResend, config: { access: 'admin' } }, async ({ body }) =>
    ok(await resendUndeliverable(book.db, book.clock.now(), body.id), 'The mail server is asked again'),
  )

  /** Responds once the check has begun, because checking a large shop takes longer than a client waits. */
  function begin(): Promise<void> {
    return new Promise((resolve, reject) => {
      let hasBegun = false
      const begun = () => {
        hasBegun = true
        resolve()
      }
      const work = checkAlone(book, { begun, signal: closing.signal })
        .catch(error => {
          if (hasBegun) app.log.warn({ err: error }, 'the check has failed')
          else reject(error)
        })
        .finally(() => running.delete(work))
      running.add(work)
    })
  }
}
