import { readSealedName } from './sealed-name.ts'

// Where files are in the archive. Those of a database are below its system identifier, which `initdb` makes and a restore
// keeps, so that two databases never mix.

export const walPrefix = (system: string): string => `wal/${system}/`
export const allBases = 'base/'
export const basePrefix = (system: string): string => `${allBases}${system}/`
export const picturePrefix = 'pictures/'
export const backupPrefix = 'backups/'

/** A segment of the write-ahead log, or the history of a timeline. */
export interface WalFile {
  key: string
  /** The name that PostgreSQL gave it. */
  name: string
  hash: string
}

/** A copy of all files of the database. */
export interface BaseCopy {
  key: string
  system: string
  bytes: number
  hash: string
  endedAt: Date
  /** The first and the last segment of the log that are needed with it. */
  start: string
  stop: string
}

const segmentName = /^[0-9A-F]{24}$/
const historyName = /^[0-9A-F]{8}\.history$/

/** Whether a restore needs this file of the log; the others are notes of PostgreSQL, or half a segment of an ended timeline. */
export const isNeeded = (name: string): boolean => segmentName.test(name) || historyName.test(name)

export const isSegment = (name: string): boolean => segmentName.test(name)

/** The position of a segment in the log, whatever its timeline: positions compare as text. */
export const positionOf = (segment: string): string => segment.slice(8)

/** Without its hash and its ending, which `seal` adds. */
export const baseName = (endedAt: Date, start: string, stop: string): string =>
  `${endedAt.toISOString().replaceAll(/[-:]/g, '')}_${start}_${stop}`

export function readWalKey(key: string): WalFile | undefined {
  const sealed = readSealedName(key.slice(key.lastIndexOf('/') + 1))
  return sealed && isNeeded(sealed.name) ? { key, ...sealed } : undefined
}

export function readBaseKey(key: string, bytes: number): BaseCopy | undefined {
  const [, system = '', file = ''] = /^base\/(\d+)\/([^/]+)$/.exec(key) ?? []
  const { name = '', hash = '' } = readSealedName(file) ?? {}
  const [, day, hours, minutes, seconds, start = '', stop = ''] =
    /^(\d{8})T(\d\d)(\d\d)(\d\d\.\d{3})Z_([0-9A-F]{24})_([0-9A-F]{24})$/.exec(name) ?? []
  if (!day) return undefined
  const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`
  return { key, system, bytes, hash, endedAt: new Date(`${date}T${hours}:${minutes}:${seconds}Z`), start, stop }
}
