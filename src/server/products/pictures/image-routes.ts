import { join } from 'node:path'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { diskStorage } from '../../images/disk.ts'
import type { ImageStorage } from '../../images/storage.ts'
import { notFound } from '../../lib/errors.ts'

const getImage = {
  summary: 'A picture in one width and format',
  params: Type.Object({ id: Type.String(), file: Type.String() }),
}
const types = { avif: 'image/avif', webp: 'image/webp' } as const
/** The picture of products that have none. */
const placeholders = diskStorage(join(import.meta.dirname, '..'))
const fileName = /^(?:320|640|960|1280)\.(avif|webp)$/
const imageId = /^[a-z0-9]{1,64}$/

/** `/images/{id}/{width}.{avif|webp}`: the id is a hash of the content, so clients may cache a picture for ever. */
export const imageRoutes: FastifyPluginAsyncTypebox<{ images: ImageStorage }> = async (app, { images }) => {
  app.get('/:id/:file', { schema: getImage, config: { access: 'anyone' } }, async ({ params: { id, file } }, reply) => {
    const type = fileName.exec(file)?.[1] as keyof typeof types | undefined
    const bytes =
      type && imageId.test(id) ? await (id === 'placeholder' ? placeholders : images).get(`${id}/${file}`) : undefined
    if (!type || !bytes) throw notFound('Picture')
    return reply
      .type(types[type])
      .header('Cache-Control', 'public, max-age=31536000, immutable')
      .header('Cross-Origin-Resource-Policy', 'cross-origin')
      .send(bytes)
  })
}
