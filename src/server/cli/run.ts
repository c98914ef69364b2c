import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Config, readConfig } from '../config/settings.ts'
import { isDatabaseBusy } from '../db/connection.ts'
import { damageOf } from '../db/damage.ts'
import { checkMigrated } from '../db/migrate.ts'
import { openShopDatabase, type ShopDatabase } from '../db/open.ts'
import { openImages } from '../images/open-images.ts'
import type { ImageStorage } from '../images/storage.ts'
import { type Clock, type Ids, randomIds, systemClock } from '../lib/clock.ts'
import { ShopError } from '../lib/errors.ts'
import { StartupError } from '../lib/startup-error.ts'
import { closeOnSignal } from '../start/shutdown.ts'

/** The shop as a command opens it: beside a running one, or alone. */
export interface Shop extends ShopDatabase {
  config: Config
  images: ImageStorage
  clock: Clock
  ids: Ids
}

/** The result of a command. */
export interface Answer {
  /** For people: whole sentences, or a table; empty when the command has already printed everything. */
  text: string
  /** The same for a program (`--json`). */
  data: object
  /** The command has finished and found something bad: exit code 1. */
  bad?: boolean
}

/** A command cannot go on; the message is one sentence that says why. */
export class CommandFailed extends Error {}

/** The options of every command. */
export interface Options {
  json?: boolean
}

/**
 * Runs a command, prints its result and ends the process: with 0 when all is well, 1 when it failed or found something bad. An
 * error is printed in one sentence on the standard error output.
 * @param prepare for a command that creates a shop: checks what it needs before the database is opened or made, and passes the
 * result to the work; without it there must already be a shop of this version
 */
export function run<Prepared = undefined>(
  { json = false }: Options,
  work: (shop: Shop, prepared: Prepared) => Promise<Answer>,
  prepare?: (config: Config) => Promise<Prepared>,
): void {
  const interrupted = Promise.withResolvers<never>()
  interrupted.promise.catch(() => undefined) // the preparation listens for it; later, closing is enough
  let shop: Shop | undefined
  const close = async () => await shop?.close()
  const working = (async () => {
    const config = readConfig(process.env)
    const places = ['database', 'database.location'].map(name => path.join(config.dataDir, name))
    if (!prepare && !config.databaseUrl && !places.some(place => existsSync(place)))
      throw new StartupError(`There is no shop in ${config.dataDir} yet: start it once, or restore a backup.`)
    const prepared = (await Promise.race([prepare?.(config), interrupted.promise])) as Prepared
    const images = await openImages(config)
    const database = await openShopDatabase(config, { beside: true })
    shop = { ...database, config, images, clock: systemClock, ids: randomIds }
    if (!prepare) await checkMigrated(shop.db)
    return await work(shop, prepared)
  })()
  let stopped = false
  const finished = working
    .then(
      answer => {
        if (json || answer.text) console.log(json ? JSON.stringify(answer.data, null, 2) : printable(answer.text))
        if (answer.bad) process.exitCode = 1
      },
      error => {
        const sentence = stopped ? 'Stopped before it was done.' : sentenceOf(error)
        console.error(json ? JSON.stringify({ error: sentence }) : printable(sentence))
        process.exitCode = 1
      },
    )
    .then(close)
  closeOnSignal(
    Promise.resolve(),
    async () => {
      stopped = true
      interrupted.reject(new CommandFailed('Stopped'))
      await close()
      await finished
    },
    () => undefined,
  )
  finished.then(() => process.exit())
}

/** Runs a command that needs neither a shop nor its settings, and prints an error in one sentence. */
export async function runAlone(work: () => Promise<string>): Promise<void> {
  try {
    console.log(await work())
  } catch (error) {
    console.error(printable(sentenceOf(error)))
    process.exitCode = 1
  }
}

/** Removes control characters, because names and texts of others may contain commands for the terminal. */
const printable = (text: string) => text.replaceAll(/[^\P{Cc}\n]/gu, '')

function sentenceOf(error: unknown): string {
  if (error instanceof StartupError || error instanceof CommandFailed || error instanceof ShopError)
    return error.message
  if (isDatabaseBusy(error)) return 'The database does not answer: it may have been stopped meanwhile, so try again.'
  const { code, path: file, message } = error as NodeJS.ErrnoException
  if (code === 'EISDIR') return 'This is a folder, and a file is needed.'
  if (code === 'ENOSPC') return 'There is no space left on the disk.'
  if (code === 'ENOENT' && file) return `There is no file ${file}.`
  if ((code === 'EACCES' || code === 'EPERM') && file) return `The user ${userName()} may not use ${file}.`
  return damageOf(error) ?? `This did not work: ${message}`
}

/** The user that runs the command; a container may have a user without a name. */
export const userName = (): string => {
  const uid = process.getuid?.()
  try {
    return os.userInfo().username
  } catch {
    return String(uid)
  }
}
