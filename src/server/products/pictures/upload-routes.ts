import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import type { Db } from '../../db/connection.ts'
import { callerOf } from '../../http/access.ts'
import { type Limits, limiter } from '../../http/limits/rate-limit.ts'
import { pictureBodyLimit, readDataUrl } from '../../images/data-url.ts'
import { savePicture } from '../../images/picture.ts'
import type { ImageStorage } from '../../images/storage.ts'
import type { Clock } from '../../lib/clock.ts'

const uploadImage = {
  summary: "Upload a product's picture; the response is its URL as plain text",
  body: Type.Object({ image: Type.String({ description: 'A data URL of at most 8 MB decoded' }) }),
  produces: ['text/plain'],
}

interface Options {
  db: Db
  images: ImageStorage
  clock: Clock
  limits: Limits
  origin: string
}

/** `/uploadImage` and `/api/uploadImage`: front ends use either path. */
export const uploadRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { limits, origin, ...context }) => {
  const count = limiter('upload', { ...context, limits })
  for (const url of ['/uploadImage', '/api/uploadImage'])
    app.post(
      url,
      { schema: uploadImage, bodyLimit: pictureBodyLimit, config: { access: 'admin' } },
      async (request, reply) => {
        await count(callerOf(request).id)
        const id = await savePicture(context, readDataUrl(request.body.image))
        return reply.type('text/plain; charset=utf-8').send(`${origin}/images/${id}/1280.webp`)
      },
    )
}
