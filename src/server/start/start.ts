import cluster from 'node:cluster'
import { inspect } from 'node:util'
import { damageOf } from '../db/damage.ts'
import { ShopError } from '../lib/errors.ts'
import { StartupError } from '../lib/startup-error.ts'
import { closeOnMessage, reportToPrimary } from './cluster.ts'
import type { Running } from './running.ts'
import { closeOnSignal, shutdownHandler } from './shutdown.ts'

const running: Running = { opened: [] }
const connected = () => running.serving?.connected

process.once('uncaughtException', fail)
const starting = start()
if (cluster.isPrimary) closeOnSignal(starting, closeAll, connected)
else closeOnMessage(shutdownHandler(starting, closeAll, connected))
starting.catch(fail)

/** A worker, which may have to replace one quickly, loads nothing that only the first process needs. */
async function start() {
  if (cluster.isPrimary) await (await import('./first-process.ts')).openShop(running)
  else await (await import('./worker.ts')).serveAsWorker(running)
}

async function fail(error: unknown) {
  const isForOwner = error instanceof StartupError || error instanceof ShopError
  const text = isForOwner ? error.message : (damageOf(error) ?? inspect(error))
  if (cluster.isPrimary) console.error(text)
  else await reportToPrimary({ failed: text })
  await closeAll()
  process.exit(1)
}

async function closeAll() {
  while (running.opened.length > 0) await running.opened.pop()?.()
}
