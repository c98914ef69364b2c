import type { FastifyInstance } from 'fastify'
import type { DiskSpace } from '../db/disk-space.ts'
import { busy } from './errors.ts'
import { isChange } from './is-change.ts'

const retryAfterSeconds = 30

/** Refuses changes while the disk has no room for them; reading goes on. */
export function registerDiskSpace(app: FastifyInstance, { isShort }: Pick<DiskSpace, 'isShort'>): void {
  const noRoom = () =>
    busy(undefined, 'The shop cannot take anything down at the moment. Please try again later.', retryAfterSeconds)
  app.addHook('onRequest', (request, _reply, done) => done(isChange(request) && isShort() ? noRoom() : undefined))
}
