import type pg from 'pg'
import { withOwnConnection } from '../backups/own-connection.ts'
import type { Connection } from '../db/connection.ts'
import type { ImageStorage } from '../images/storage.ts'
import { conflict } from '../lib/errors.ts'
import { type Archive, read } from './archive.ts'
import { picturePrefix } from './layout.ts'
import type { ArchivePlace } from './place.ts'
import { hashOf } from './seal.ts'
import { readSealedName } from './sealed-name.ts'

/** What was read in full. */
export interface Scrubbed {
  /** Tables and indexes of the database; none where its user may not install amcheck. */
  relations: number
  /** Files of the archive whose bytes have the hash in their name. */
  files: number
  /** Pictures that are the same here and in the archive. */
  pictures: number
}

interface Scope {
  connection: Connection
  images: ImageStorage
  archive?: Archive
  signal?: AbortSignal
}

/**
 * Reads in full what is rarely read: every page of the database, every file of the archive, and every picture beside its copy.
 * @throws ShopError 409 that names what is damaged
 */
export async function scrub({ connection, images, archive, signal }: Scope): Promise<Scrubbed> {
  const damaged: string[] = []
  const relations = await withOwnConnection(connection, client => readDatabase(client, damaged, signal))
  let [files, pictures] = [0, 0]
  for (const place of archive?.places ?? [])
    for await (const { key } of place.list('')) {
      signal?.throwIfAborted()
      const sealed = readSealedName(key)
      if (!sealed) continue
      files += 1
      if ((await hashOf(await place.get(key))) !== sealed.hash) damaged.push(`${key} in ${place.name}`)
      else if (archive && key.startsWith(picturePrefix)) {
        const isSame = await comparePicture(place, key, images, archive.key)
        if (isSame === false)
          damaged.push(`the picture ${sealed.name.slice(picturePrefix.length)} here or in ${place.name}`)
        if (isSame) pictures += 1
      }
    }
  if (damaged.length > 0)
    throw conflict(
      `Damaged: ${damaged.slice(0, maxNamed).join('; ')}${damaged.length > maxNamed ? '; and others' : ''}.`,
    )
  return { relations, files, pictures }
}

const maxNamed = 20

/** Undefined for a picture that was deleted here. */
async function comparePicture(place: ArchivePlace, key: string, images: ImageStorage, secret: string) {
  const here = await images.get(readSealedName(key)?.name.slice(picturePrefix.length) ?? '')
  return here?.equals(await read(await place.get(key), secret))
}

const mayNotInstall = ['42501', '58P01', '0A000']

/**
 * Reads all pages of tables and B-tree indexes by PostgreSQL's amcheck, which also compares their checksums. The extension is
 * installed in a transaction that is rolled back.
 * See https://www.postgresql.org/docs/18/amcheck.html
 */
async function readDatabase(client: pg.Client, damaged: string[], signal?: AbortSignal): Promise<number> {
  await client.query('begin')
  try {
    await client.query('create extension amcheck schema pg_catalog')
  } catch (error) {
    await client.query('rollback')
    if (mayNotInstall.includes((error as pg.DatabaseError).code ?? '')) return 0
    throw error
  }
  const { rows } = await client.query<{ name: string; oid: number; isIndex: boolean }>(
    `select relation.oid::integer, relation.oid::regclass::text as name, relkind = 'i' as "isIndex"
     from pg_class relation left join pg_am on pg_am.oid = relam
     where relpersistence = 'p' and (relkind in ('r', 't', 'm') or (relkind = 'i' and amname = 'btree'))`,
  )
  for (const { oid, name, isIndex } of rows) {
    signal?.throwIfAborted()
    await client.query('savepoint relation')
    try {
      const { rows: found } = isIndex
        ? await client.query('select from (select bt_index_check($1)) done where false', [oid])
        : await client.query<{ msg: string }>('select msg from verify_heapam($1) limit 1', [oid])
      const [first] = found as { msg: string }[]
      if (first) damaged.push(`${name} of the database (${first.msg})`)
    } catch (error) {
      await client.query('rollback to savepoint relation')
      damaged.push(`${name} of the database (${(error as Error).message})`)
    }
  }
  await client.query('rollback')
  return rows.length
}
