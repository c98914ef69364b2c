import { conflict } from '../lib/errors.ts'
import { allBases, type BaseCopy, isSegment, positionOf, readBaseKey, readWalKey, walPrefix } from './layout.ts'
import type { ArchivePlace } from './place.ts'

/** The files of a log by their names, each with a place that has it. */
export type FoundLog = Map<string, { key: string; bytes: number; place: ArchivePlace }>

/** What a restore begins with. */
export interface RestorePoint {
  base: BaseCopy
  place: ArchivePlace
  log: FoundLog
}

/**
 * Finds the newest base copy before a moment that is usable, and the log after it. Of several places, the first that has a file
 * gives it.
 * @throws ShopError 409 with one sentence when there is none
 */
export async function findRestorePoint(places: ArchivePlace[], to: Date): Promise<RestorePoint> {
  const bases: { base: BaseCopy; place: ArchivePlace }[] = []
  for (const place of places)
    for await (const { key, bytes } of place.list(allBases)) {
      const base = readBaseKey(key, bytes)
      if (base) bases.push({ base, place })
    }
  const newestFirst = bases.toSorted((a, b) => +b.base.endedAt - +a.base.endedAt)
  const logs = new Map<string, FoundLog>()
  for (const { base, place } of newestFirst.filter(each => each.base.endedAt <= to)) {
    const log = logs.get(base.system) ?? (await findLog(places, base.system))
    logs.set(base.system, log)
    if (segmentsBetween(base.start, base.stop).every(name => log.has(name))) return { base, place, log }
  }
  const where = places.map(({ name }) => name).join(' and ')
  const first = newestFirst.at(-1)?.base.endedAt
  throw first
    ? conflict(`The archive in ${where} begins at ${momentOf(first)} UTC: nothing before that can be restored.`)
    : conflict(`There is no copy of a database in ${where}.`)
}

/** To the second, rounded up. */
const momentOf = (at: Date) => new Date(+at + 999).toISOString().slice(0, 19).replace('T', ' ')

async function findLog(places: ArchivePlace[], system: string): Promise<FoundLog> {
  const log: FoundLog = new Map()
  for (const place of places)
    for await (const { key, bytes } of place.list(walPrefix(system))) {
      const { name = '' } = readWalKey(key) ?? {}
      if (name && !log.has(name)) log.set(name, { key, bytes, place })
    }
  return log
}

/** A segment is 16 MB, so 256 of them have one number before the last eight digits. */
const segmentsPerNumber = 256

/** The names of the segments from the first to the last, both included, on one timeline. */
export function segmentsBetween(first: string, last: string): string[] {
  const timeline = first.slice(0, 8)
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * segmentsPerNumber + Number.parseInt(name.slice(16), 16)
  const [from, to] = [numberOf(first), numberOf(last)]
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return Array.from({ length: to - from + 1 }, (_, n) => {
    const at = from + n
    return timeline + hex(Math.floor(at / segmentsPerNumber)) + hex(at % segmentsPerNumber)
  })
}

/** The first position of the log that is missing between two that are there; undefined when it is whole. */
export function gapIn(log: FoundLog, start: string): string | undefined {
  const positions = new Set([...log.keys()].filter(isSegment).map(positionOf))
  const last = [...positions].toSorted().at(-1)
  if (!last || last < positionOf(start)) return undefined
  return segmentsBetween(start, start.slice(0, 8) + last).find(name => !positions.has(positionOf(name)))
}
