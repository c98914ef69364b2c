import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { type Static, Type } from 'typebox'

/**
 * A backup is a tar compressed with zstd: first `manifest.json`, then every table's COPY text in pieces, the pictures, and
 * last `contents.json`. At its end is a frame that zstd skips, with the SHA-256 of every byte before it.
 */
export const formatVersion = 1

const Name = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]+$' })

export const Manifest = Type.Object({
  format: Type.Literal(formatVersion),
  madeAt: Type.String({ format: 'date-time' }),
  /** The public origin of the shop. */
  origin: Type.String({ pattern: '^https?://' }),
  /** The migrations of its tables, in order. */
  migrations: Type.Array(Name, { minItems: 1 }),
  postgres: Type.String(),
  /** A table comes after the tables that it refers to. */
  tables: Type.Array(Type.Object({ name: Name, columns: Type.Array(Name) })),
})
export type Manifest = Static<typeof Manifest>

const Amount = Type.Object({ bytes: Type.Integer(), sha256: Type.String() })
const TableContents = Type.Object({ rows: Type.Integer(), ...Amount.properties })
export type TableContents = Static<typeof TableContents>
const ImageContents = Type.Object({
  files: Type.Integer(),
  ...Amount.properties,
  /** The number of files that were missing in the picture storage, and the first of their keys. */
  missing: Type.Integer(),
  firstMissing: Type.Array(Type.String()),
})
export type ImageContents = Static<typeof ImageContents>

/** What the backup must contain, and the database after a restore. */
export const Contents = Type.Object({ tables: Type.Record(Type.String(), TableContents), images: ImageContents })
export type Contents = Static<typeof Contents>

export const manifestName = 'manifest.json'
export const contentsName = 'contents.json'
export const pieceName = (table: string, piece: number) => `tables/${table}/${String(piece).padStart(5, '0')}.copy`
export const tableOf = (name: string) => /^tables\/(.+)\/\d{5,}\.copy$/s.exec(name)?.[1]
export const imageName = (key: string) => `images/${key}`
export const imageOf = (name: string) => /^images\/([a-z0-9]{1,64}\/\d{1,5}\.(?:avif|webp))$/.exec(name)?.[1]

/** Rows, bytes and SHA-256 of a table's COPY text. */
export class TableDigest {
  readonly #hash = createHash('sha256')
  #rows = 0
  #bytes = 0

  /** Every line feed in COPY text ends a row. */
  add(text: Buffer): void {
    this.#hash.update(text)
    this.#bytes += text.length
    for (let at = text.indexOf(10); at !== -1; at = text.indexOf(10, at + 1)) this.#rows += 1
  }

  contents(): TableContents {
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

/** Count, bytes and SHA-256 of the pictures and their keys. */
export class ImageDigest {
  readonly #hash = createHash('sha256')
  #files = 0
  #bytes = 0

  add(key: string, content: Buffer): void {
    this.#hash.update(`${key} ${content.length}\n`).update(content)
    this.#files += 1
    this.#bytes += content.length
  }

  contents() {
    return { files: this.#files, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

const skippable = 0x184d2a5e
const mark = Buffer.from('Vitrine backup, SHA-256:')
const hashLength = 32
const head = Buffer.alloc(8)
head.writeUInt32LE(skippable, 0)
head.writeUInt32LE(mark.length + hashLength, 4)
const sealHead = Buffer.concat([head, mark])

export const sealLength = sealHead.length + hashLength

/** The hash in a seal; undefined when the bytes are not a seal. */
export const sealedHash = (seal: Buffer): Buffer | undefined =>
  seal.length === sealLength && seal.subarray(0, sealHead.length).equals(sealHead)
    ? seal.subarray(sealHead.length)
    : undefined

/** Passes bytes on and appends the seal. */
export function sealed(): Transform {
  const hash = createHash('sha256')
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      done(null, Buffer.concat([sealHead, hash.digest()]))
    },
  })
}
