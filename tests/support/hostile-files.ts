import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** A malicious upload: the whole body of the request. */
export interface HostileFile {
  name: string
  body: Record<string, unknown>
  /** The decoded bytes of the data URL, if it is one. */
  bytes?: Buffer
}

/** Texts hidden in the files: script, markup and camera data. The shop must not store any of them. */
export const secrets = ['alert(', '<script', '<svg', 'SecretCamera', '<?php', '/etc/passwd']

const formats = ['png', 'jpeg', 'webp', 'avif', 'gif'] as const
const script = '<script>alert(1)</script>'
const evil = Buffer.from(`${script}<?php system($_GET[0]); ?>`)
const tricks = [
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '/etc/passwd',
  'C:\\x.html',
  'x.html',
  'a.png\u202egnp.exe',
]

/** Returns more than 300 files, always the same ones. Most are refused; accepted ones are thin strips, which are quick to encode. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const good = Object.fromEntries(
    await Promise.all(
      formats.map(async format => [format, await strip(formats.indexOf(format)).toFormat(format).toBuffer()]),
    ),
  ) as Record<(typeof formats)[number], Buffer>
  return [
    ...drawings(),
    ...polyglots(good),
    ...bombs(good),
    ...truncated(good),
    ...(await moving()),
    ...(await tagged()),
    ...misnamed(good),
    ...otherFormats(),
    ...noise(good),
    ...noDataUrls(),
    ...tooLarge(good),
  ]
}

/** A picture twice as high would take a hundred times as long. */
const strip = (shade: number) =>
  sharp({ create: { width: 256, height: 4, channels: 3, background: { r: 40 * shade, g: 90, b: 160 } } })

const file = (name: string, bytes: Buffer | string, type = 'image/png'): HostileFile => {
  const content = Buffer.from(bytes as string)
  return { name, body: { image: `data:${type};base64,${content.toString('base64')}` }, bytes: content }
}

function drawings(): HostileFile[] {
  const insides = [
    script,
    '<rect onload="alert(1)"/>',
    '<image href="file:///etc/passwd"/>',
    '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject>',
    '<use href="data:image/svg+xml;base64,PHN2Zy8+"/>',
  ]
  const heads = [
    '',
    '\ufeff',
    '   \n',
    '<?xml version="1.0"?>',
    '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
  ]
  return insides.flatMap((inside, i) =>
    heads.flatMap((head, h) => {
      const svg = `${head}<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${inside}</svg>`
      return [
        file(`drawing ${i} ${h}`, svg, 'image/svg+xml'),
        file(`drawing ${i} ${h} as PNG`, svg),
        file(`packed drawing ${i} ${h}`, gzipSync(svg), 'image/svg+xml'),
      ]
    }),
  )
}

const polyglots = (good: Record<string, Buffer>): HostileFile[] => [
  ...Object.entries(good).flatMap(([format, bytes]) => [
    file(`${format} with a page behind it`, Buffer.concat([bytes, evil]), `image/${format}`),
    file(`page with ${format} behind it`, Buffer.concat([evil, bytes]), `image/${format}`),
  ]),
  file('script that begins like a GIF', 'GIF89a/*  */=1;alert(1);//<script>'),
  file('page that begins like a GIF', `GIF87a${script}`),
  file('page that begins like a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), evil])),
  file('page that begins like a PNG', Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), evil])),
  file('page that begins like a WebP', `RIFF0000WEBP${script}`),
  file('page that begins like an AVIF', `0000ftypavif${script}`),
  file('PNG with script in a comment', withChunk(good.png as Buffer, 'tEXt', evil)),
  file(
    'PNG with a packed comment',
    withChunk(good.png as Buffer, 'zTXt', Buffer.concat([Buffer.from('c\0\0'), deflateSync(evil)])),
  ),
  file('JPEG with script in a comment', withSegment(good.jpeg as Buffer, 0xfe, evil)),
  file('JPEG with script as its profile', withSegment(good.jpeg as Buffer, 0xe2, evil)),
]

/** Inserts a chunk after the header of a PNG. */
function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const headerEnd = 33
  return Buffer.concat([png.subarray(0, headerEnd), chunk(type, data), png.subarray(headerEnd)])
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([uint32(data.length), named, uint32(crc32(named))])
}

function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(data.length + 2)
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, marker]), length, data, jpeg.subarray(2)])
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** Small files that declare a huge picture, and one with a huge picture. */
function bombs(good: Record<string, Buffer>): HostileFile[] {
  const sides = [
    [30_000, 30_000],
    [2 ** 31 - 1, 1],
    [1, 2 ** 31 - 1],
    [2 ** 32 - 1, 2 ** 32 - 1],
    [0, 0],
    [65_535, 65_535],
    [25_000_000, 2],
    [6_000, 5_000],
  ] as const
  const header = (width: number, height: number) =>
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])]))
  const png = good.png as Buffer
  return [
    ...sides.map(([width, height]) =>
      file(`PNG of ${width} x ${height}`, Buffer.concat([png.subarray(0, 8), header(width, height), png.subarray(33)])),
    ),
    ...sides.map(([width, height]) => {
      const [w, h] = [width & 65_535, height & 65_535]
      return file(`GIF of ${w} x ${h}`, resizedGif(good.gif as Buffer, w, h), 'image/gif')
    }),
    file('white PNG of 9,000 x 9,000', whitePng(9_000), 'image/png'),
  ]
}

/** Declares another size for the screen and for its one frame. */
function resizedGif(gif: Buffer, width: number, height: number): Buffer {
  const resized = Buffer.from(gif)
  const colours = 3 * 2 ** (((gif[10] ?? 0) & 7) + 1)
  const frame = gif.indexOf(0x2c, 13 + colours)
  for (const at of [6, frame + 5]) {
    resized.writeUInt16LE(width, at)
    resized.writeUInt16LE(height, at + 2)
  }
  return resized
}

/** Creates a picture of `side` x `side` pixels in a few kilobytes. */
function whitePng(side: number): Buffer {
  const pixels = deflateSync(Buffer.alloc((side / 8 + 1) * side, 255))
  const header = Buffer.concat([uint32(side), uint32(side), Buffer.from([1, 0, 0, 0, 0])])
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

const truncated = (good: Record<string, Buffer>): HostileFile[] =>
  Object.entries(good).flatMap(([format, bytes]) =>
    [0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9].map(share =>
      file(`${share} of a ${format}`, bytes.subarray(0, Math.floor(bytes.length * share)), `image/${format}`),
    ),
  )

async function moving(): Promise<HostileFile[]> {
  const frames = await Promise.all([5, 6, 7].map(shade => strip(shade).png().toBuffer()))
  const joined = () => sharp(frames, { join: { animated: true } })
  return [
    file('moving GIF', await joined().gif().toBuffer(), 'image/gif'),
    file('moving WebP', await joined().webp().toBuffer(), 'image/webp'),
  ]
}

const tagged = () =>
  Promise.all(
    (['jpeg', 'png', 'webp', 'avif'] as const).map(async (format, n) => {
      const exif = { IFD0: { Make: 'SecretCamera', Copyright: script }, IFD3: { GPSLatitudeRef: 'N' } }
      const picture = strip(n).withExif(exif).withXmp(`<?xml version="1.0"?><x>${script}</x>`).withIccProfile('p3')
      return file(`${format} with camera, place and profile`, await picture.toFormat(format).toBuffer())
    }),
  )

const misnamed = (good: Record<string, Buffer>): HostileFile[] => [
  ...['image/svg+xml', 'image/x-php', 'image/../../x', 'image/png.html'].map(type =>
    file(`PNG that is called ${type}`, good.png as Buffer, type),
  ),
  ...['text/html', 'application/javascript', 'application/octet-stream', '', 'image/', 'IMAGE'].map(type =>
    file(`PNG that is called '${type}'`, good.png as Buffer, type),
  ),
  ...tricks.flatMap(trick => [
    file(`PNG with the name ${trick} in its type`, good.png as Buffer, `image/png;name=${trick}`),
    {
      ...file(`PNG with the name ${trick} beside it`, good.png as Buffer),
      body: { ...file('', good.png as Buffer).body, name: trick, filename: trick, id: trick, path: trick },
    },
  ]),
]

const otherFormats = (): HostileFile[] =>
  [
    'BM',
    'II*\0',
    'MM\0*',
    '\0\0\x01\0',
    '%PDF-1.7',
    '8BPS',
    '%!PS',
    'push graphic-context',
    'PK\x03\x04',
    'MZ',
    '\x7fELF',
    '#!/bin/sh',
    '<!doctype html>',
    'P6 9 9 255',
    '....ftypheic',
    '....ftypmp42',
  ].map((head, n) => file(`another format ${n}`, Buffer.from(`${head}${script.repeat(3)}`, 'latin1')))

/** Pictures with up to 58 randomly changed bytes; in half of them, the first 12 bytes stay. */
function noise(good: Record<string, Buffer>): HostileFile[] {
  let seed = 42
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed % below
  }
  return Object.entries(good).flatMap(([format, bytes]) =>
    Array.from({ length: 20 }, (_, n) => {
      const changed = Buffer.from(bytes)
      const from = n < 10 ? 12 : 0
      for (let m = 0; m < 1 + n * 3; m++) changed[from + random(changed.length - from)] = random(256)
      return file(`${format} with faults ${n}`, changed, `image/${format}`)
    }),
  )
}

const noDataUrls = (): HostileFile[] =>
  [
    null,
    7,
    true,
    [],
    ['data:image/png;base64,AAAA'],
    { toString: 'x' },
    '',
    'data:',
    'data:image/png;base64,',
    'data:image/png,<svg onload=alert(1)>',
    `data:image/svg+xml;utf8,<svg>${script}</svg>`,
    'data:image/png;base64,!!!!',
    'data:image/png;base64,\0\0',
    'data:image/png;base64,\ud800',
    `data:image/${'x'.repeat(10_000)};base64,AAAA`,
    `data:${'image/'.repeat(10_000)}`,
    'http://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'javascript:alert(1)',
    ...tricks,
  ].map((image, n) => ({ name: `no data URL ${n}`, body: { image } }))

const tooLarge = (good: Record<string, Buffer>): HostileFile[] => [
  file('PNG of 8 MB and a byte', padded(good.png as Buffer, 8 * 2 ** 20 + 1)),
  file('PNG of 12 MB', padded(good.png as Buffer, 12 * 2 ** 20)),
  file('PNG of 100 MB', padded(good.png as Buffer, 100 * 2 ** 20)),
  { name: 'text of 100 MB', body: { image: 'x'.repeat(100 * 2 ** 20) } },
]

const padded = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])
