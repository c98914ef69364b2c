import { createWriteStream } from 'node:fs'
import { chown, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseUser } from '../db/embedded/data-location.ts'
import type { FoundLog } from './find-restore.ts'
import { isSegment } from './layout.ts'
import { openFile } from './open-file.ts'

const lookEveryMs = 10
/** Segments that lie ready before the database asks for them; 16 MB each. */
const maxReady = 8

interface Feed {
  log: FoundLog
  secret: string
  /** The folder through which both speak. */
  exchange: string
  runAs?: DatabaseUser
}

/**
 * Gives a recovering database the segments of its log as it asks for them: its `restore_command` puts `NAME.ask` into a folder
 * and waits for `NAME.yes`, the segment, or `NAME.no`.
 * @returns the command, and a function that ends it and throws what went wrong
 */
export async function feedLog({ log, secret, exchange, runAs }: Feed) {
  await rm(exchange, { recursive: true, force: true })
  await mkdir(exchange, { mode: 0o700 })
  if (runAs) await chown(exchange, runAs.uid, runAs.gid)
  const names = [...log.keys()].filter(isSegment).toSorted()
  const prepared = new Map<string, Promise<void>>()
  let isClosed = false
  let failure: unknown
  let fed = 0

  async function prepare(name: string) {
    const found = log.get(name)
    if (!found) return await writeFile(path.join(exchange, `${name}.no`), '')
    const unfinished = path.join(exchange, `${name}.unfinished`)
    await openFile(found.place, found.key, createWriteStream(unfinished), secret)
    if (runAs) await chown(unfinished, runAs.uid, runAs.gid)
    await rename(unfinished, path.join(exchange, `${name}.yes`))
  }

  async function feed() {
    while (!isClosed) {
      const files = await readdir(exchange)
      for (const name of files.filter(file => file.endsWith('.ask')).map(file => file.slice(0, -'.ask'.length))) {
        await rm(path.join(exchange, `${name}.ask`))
        const isReady = files.includes(`${name}.yes`)
        const running = prepared.get(name)
        if (running && !isReady) await running
        else if (!isReady) await prepare(name)
        prepared.delete(name)
        if (isSegment(name)) fed += 1
        readAhead(name)
      }
      await sleep(lookEveryMs)
    }
  }

  /** Prepares the segments after this one. */
  function readAhead(name: string) {
    const next = names.findIndex(each => each > name)
    if (next < 0) return
    for (const each of names.slice(next, next + maxReady))
      if (!prepared.has(each)) {
        const running = prepare(each)
        running.catch(() => undefined) // thrown to who waits for it
        prepared.set(each, running)
      }
  }

  const feeding = feed().catch(async error => {
    failure = error
    await writeFile(path.join(exchange, 'failed'), '')
  })
  return {
    command: commandFor(exchange),
    /** @returns how many segments the database took */
    async close(): Promise<number> {
      isClosed = true
      await feeding
      await Promise.allSettled(prepared.values())
      await rm(exchange, { recursive: true, force: true })
      if (failure) throw failure
      return fed
    },
  }
}

/** Exit code 1 means that there is no such file; 126 ends the recovery, as when nobody answers for 60 s. */
function commandFor(exchange: string): string {
  const folder = quoted(exchange)
  return [
    `f=${folder}/%f; n=0; : > "$f.ask"`,
    'while [ ! -e "$f.yes" ] && [ ! -e "$f.no" ]',
    `do n=$((n+1)); if [ -e ${folder}/failed ] || [ $n -gt 6000 ]; then exit 126; fi; sleep 0.01; done`,
    'if [ -e "$f.no" ]; then rm "$f.no"; exit 1; fi',
    'mv "$f.yes" "%p"',
  ].join('\n')
}

/** For a shell inside a setting of PostgreSQL, where a percent sign is a placeholder. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
