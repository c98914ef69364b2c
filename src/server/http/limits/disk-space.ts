import type { FastifyInstance } from 'fastify'
import type { DiskSpace } from '../../db/disk-space.ts'
import { noRoom } from '../../lib/errors.ts'
import { isChange } from '../../lib/is-change.ts'

/** Refuses changes while the disk has no room for them; reading goes on. Whoever may not call a route has been refused before. */
export function registerDiskSpace(app: FastifyInstance, { isShort }: Pick<DiskSpace, 'isShort'>): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(isChange(request) && isShort() ? noRoom(request) : undefined),
  )
}
