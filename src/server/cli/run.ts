import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Writable } from 'node:stream'
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
import { loadCurrency } from '../settings/queries.ts'
import type { Terminal } from './terminal.ts'

/** The shop as a command opens it: beside a running one, or alone. */
export interface Shop extends ShopDatabase {
  config: Config
  images: ImageStorage
  clock: Clock
  ids: Ids
  terminal: Terminal
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

/** The command has printed why it failed, or what is bad: exit code 1. */
export class FailureReported extends Error {}

/**
 * Runs a command beside a shop, or on a shop that it creates, and prints its result. An error is printed in one sentence on the
 * standard error output.
 * @param prepare for a command that creates a shop: checks what it needs before the database is opened or made, and passes the
 * result to the work; without it there must already be a shop of this version
 * @throws FailureReported when the command failed or found something bad
 */
export async function run<Prepared = undefined>(
  terminal: Terminal,
  { json = false }: Options,
  work: (shop: Shop, prepared: Prepared) => Promise<Answer>,
  prepare?: (config: Config) => Promise<Prepared>,
): Promise<void> {
  const interrupted = Promise.withResolvers<never>()
  interrupted.promise.catch(() => undefined) // the preparation listens for it; later, closing is enough
  let shop: Shop | undefined
  let stopped = false
  terminal.onInterrupt?.(async () => {
    stopped = true
    interrupted.reject(new CommandFailed('Stopped'))
    await shop?.close()
  })
  let isGood = false
  let printed: Promise<void>
  try {
    const config = readConfig(terminal.env)
    const places = ['database', 'database.location'].map(name => path.join(config.dataDir, name))
    if (!prepare && !config.databaseUrl && !places.some(place => existsSync(place)))
      throw new StartupError(`There is no shop in ${config.dataDir} yet: start it once, or restore a backup.`)
    const prepared = (await Promise.race([prepare?.(config), interrupted.promise])) as Prepared
    const images = await openImages(config)
    const database = await openShopDatabase(config, { beside: true })
    shop = { ...database, config, images, clock: systemClock, ids: randomIds, terminal }
    if (!prepare) {
      await checkMigrated(shop.db)
      await loadCurrency(shop.db)
    }
    const { text, data, bad } = await work(shop, prepared)
    isGood = !bad
    printed = print(terminal.stdout, json ? JSON.stringify(data, null, 2) : printable(text))
  } catch (error) {
    const sentence = stopped ? 'Stopped before it was done.' : sentenceOf(error)
    printed = print(terminal.stderr, json ? JSON.stringify({ error: sentence }) : printable(sentence))
  }
  await shop?.close()
  await printed
  if (!isGood) throw new FailureReported()
}

/**
 * Runs a command that needs neither a shop nor its settings, and prints an error in one sentence.
 * @throws FailureReported when the command failed
 */
export async function runAlone(terminal: Terminal, work: () => Promise<string>): Promise<void> {
  try {
    await print(terminal.stdout, await work())
  } catch (error) {
    await print(terminal.stderr, printable(sentenceOf(error)))
    throw new FailureReported()
  }
}

/** Prints a line, unless it is empty. Resolves when all output is written, because exiting would cut it off, or nobody reads it. */
const print = (stream: Writable, line: string) =>
  new Promise<void>(resolve => stream.once('error', () => resolve()).write(line && `${line}\n`, () => resolve()))

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
