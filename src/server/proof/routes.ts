import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { type Disk, Proof } from '#domain/proof.ts'
import { Ok, ok } from '../http/answer.ts'
import { findProof } from './find-proof.ts'
import { type CheckBook, checkAlone } from './keep-check.ts'

const getProof = {
  summary: 'What the last check, backup and restore drill have shown, and how much room is on the disk',
  response: { 200: Ok(Proof) },
}
const postCheck = {
  summary: 'Check the whole shop now; GET /api/proof tells when it is done and what came of it',
  response: { 202: Ok(Type.Null()) },
}

interface ProofBook extends CheckBook {
  /** Of the backups that are there; undefined when nobody here can know. */
  backupNames: () => Promise<string[] | undefined>
  disk: () => Promise<Disk>
}

/** `/api/proof`: whether everything is as it must be, and could be brought back. */
export const proofRoutes: FastifyPluginAsyncTypebox<ProofBook> = async (app, book) => {
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  app.addHook('onClose', async () => {
    closing.abort()
    await Promise.all(running)
  })

  app.get('/', { schema: getProof, config: { access: 'admin' } }, async () => {
    const [backups, disk] = await Promise.all([book.backupNames(), book.disk()])
    return ok({ ...(await findProof(book.db, backups)), disk })
  })

  app.post('/checks', { schema: postCheck, config: { access: 'admin' } }, async (_request, reply) => {
    await begin()
    return reply.status(202).send(ok(null, 'The check has begun'))
  })

  /** Answers once it has begun: a check of a large shop takes longer than anybody waits. */
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
