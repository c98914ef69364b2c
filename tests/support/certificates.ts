import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its key in PEM, for a TLS server in a test. */
export interface Certified {
  cert: string
  key: string
}

interface Wanted {
  from: Date
  to: Date
  /** Without one, the certificate is self-signed. */
  issuer?: Issuer
}

export interface Issuer {
  cert: string
  privateKey: KeyObject
}

const dayMs = 24 * 60 * 60_000
const nameOfIssuer = 'Vitrine test authority'

/** Creates an issuer of test certificates; no program trusts it unless configured to. */
export function makeIssuer(): Issuer {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const from = new Date(Date.now() - 3_000 * dayMs)
  const to = new Date(Date.now() + dayMs)
  const cert = certificate({
    name: nameOfIssuer,
    by: nameOfIssuer,
    publicKey,
    signWith: privateKey,
    from,
    to,
    isIssuer: true,
  })
  return { cert, privateKey }
}

/** Creates a certificate for localhost and 127.0.0.1. */
export function certifyLocalhost({ from, to, issuer }: Wanted): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cert = certificate({
    name: 'localhost',
    by: issuer ? nameOfIssuer : 'localhost',
    publicKey,
    signWith: issuer?.privateKey ?? privateKey,
    from,
    to,
    isIssuer: false,
  })
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

export const daysFromNow = (days: number): Date => new Date(Date.now() + days * dayMs)

// X.509 certificates (RFC 5280) in DER.

function der(tag: number, ...parts: (Buffer | Buffer[])[]): Buffer {
  const content = Buffer.concat(parts.flat())
  const { length } = content
  const bytes = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, parts)
const text = (value: string) => der(0x0c, Buffer.from(value))
const octets = (content: Buffer) => der(0x04, content)
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content)
const yes = der(0x01, Buffer.from([0xff]))
const id = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const ids = {
  commonName: id('550403'),
  ecdsaWithSha256: id('2a8648ce3d040302'),
  basicConstraints: id('551d13'),
  alternativeNames: id('551d11'),
}
const nameOf = (commonName: string) => sequence(der(0x31, sequence(ids.commonName, text(commonName))))
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, '')))

interface Contents {
  name: string
  by: string
  publicKey: KeyObject
  signWith: KeyObject
  from: Date
  to: Date
  isIssuer: boolean
}

function certificate({ name, by, publicKey, signWith, from, to, isIssuer }: Contents): string {
  const algorithm = sequence(ids.ecdsaWithSha256)
  const serial = createHash('sha256').update(randomBytes(16)).digest().subarray(0, 8)
  serial[0] = 1
  const hosts = sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const extension = isIssuer
    ? sequence(ids.basicConstraints, yes, octets(sequence(yes)))
    : sequence(ids.alternativeNames, octets(hosts))
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))), // version 3
    der(0x02, serial),
    algorithm,
    nameOf(by),
    sequence(time(from), time(to)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  )
  const whole = sequence(signed, algorithm, bits(sign('sha256', signed, signWith)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
