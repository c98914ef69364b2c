import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { defaultAccent } from '#domain/settings/accent.ts'
import type { ShopFrame } from '#domain/settings/shown.ts'
import type { ImageStorage } from '../images/storage.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import { notFound } from '../lib/errors.ts'
import { escaped } from '../lib/html.ts'

interface Icon {
  type: 'image/png' | 'image/svg+xml'
  bytes: Buffer
}

const ground = '#faf7f2'
const sizes = [192, 512] as const
const oneHour = 'public, max-age=3600'
const inTurn = limitConcurrency(1, 8)

/** `/favicon.*`, `/icon-192.png`, `/icon-512.png` and `/site.webmanifest`: what browsers show of the shop outside its pages. */
export const iconRoutes: FastifyPluginAsync<{ images: ImageStorage; assets: string }> = async (
  app,
  { images, assets },
) => {
  const anyone = { schema: { hide: true }, config: { access: 'anyone' as const } }
  const markIcon = markIcons(images)
  const defaults: Record<'png' | 'svg', Icon> = {
    png: { type: 'image/png', bytes: await readFile(path.join(assets, 'favicon.png')) },
    svg: { type: 'image/svg+xml', bytes: await readFile(path.join(assets, 'favicon.svg')) },
  }

  /** The mark; without one the default ones, or for another name its first letter. */
  async function iconOf(frame: ShopFrame, standard: Icon): Promise<Icon> {
    const mark = frame.mark && (await markIcon(frame.mark.id, 192))
    return mark || (frame.hasDefaultName ? standard : initialIcon(frame))
  }

  for (const [name, standard] of [
    ['favicon.svg', defaults.svg],
    ['favicon.png', defaults.png],
    ['favicon.ico', defaults.png],
  ] as const)
    app.get(`/${name}`, anyone, async (_request, reply) => {
      const { type, bytes } = await iconOf(app.shopFrame(), standard)
      return reply.type(type).header('Cache-Control', oneHour).send(bytes)
    })

  for (const size of sizes)
    app.get(`/icon-${size}.png`, anyone, async (_request, reply) => {
      const { mark } = app.shopFrame()
      const icon = mark && (await markIcon(mark.id, size))
      if (!icon) throw notFound('Icon')
      return reply.type(icon.type).header('Cache-Control', oneHour).send(icon.bytes)
    })

  app.get('/site.webmanifest', anyone, async (_request, reply) =>
    reply
      .type('application/manifest+json')
      .header('Cache-Control', oneHour)
      .send(JSON.stringify(manifestOf(app.shopFrame()))),
  )
}

function manifestOf({ name, mark, accent, hasDefaultName }: ShopFrame) {
  const letter = { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }
  const standard = { src: '/favicon.png', sizes: '180x180', type: 'image/png' }
  const ofMark = sizes.map(size => ({ src: `/icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }))
  return {
    name,
    start_url: '/',
    display: 'minimal-ui',
    theme_color: accent?.light.button ?? defaultAccent,
    background_color: ground,
    icons: mark ? ofMark : hasDefaultName ? [letter, standard] : [letter],
  }
}

/** Draws a mark as a square, each size once. */
function markIcons(images: ImageStorage) {
  const drawn = new Map<number, { id: string; icon: Icon }>()
  return (id: string, size: number): Promise<Icon | undefined> =>
    inTurn(async () => {
      const known = drawn.get(size)
      if (known?.id === id) return known.icon
      const picture = await images.get(`${id}/640.webp`)
      if (!picture) return undefined
      const { default: sharp } = await import('sharp')
      const bytes = await sharp(picture)
        .resize(size, size, { fit: 'contain', background: ground })
        .flatten({ background: ground })
        .png()
        .toBuffer()
      const icon: Icon = { type: 'image/png', bytes }
      drawn.set(size, { id, icon })
      return icon
    })
}

/** The first letter of a shop's name, in its accent. */
function initialIcon({ name, accent }: ShopFrame): Icon {
  const [letter = ''] = name
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${ground}"/><text x="32" y="47" text-anchor="middle" font-family="Georgia,serif" font-size="42" fill="${accent?.light.text ?? defaultAccent}">${escaped(letter)}</text></svg>`
  return { type: 'image/svg+xml', bytes: Buffer.from(svg) }
}
