import type { FastifyInstance } from 'fastify'
import type { DiskSpace } from '../../db/disk-space.ts'
import { noRoom } from '../../lib/errors.ts'
import { isChange } from '../../lib/is-change.ts'

/**
 * Refuses changes while the disk has no room for them; reads go on. The access check runs first, so callers without access get
 * its refusal.
 */
export function registerDiskSpace(app: FastifyInstance, { isShort }: Pick<DiskSpace, 'isShort'>): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(isChange(request) && isShort() ? noRoom(request) : undefined),
  )
}
