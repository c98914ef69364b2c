import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/**
 * Compresses what anyone may read. Private answers never are: the size of one could tell what stands beside a text that
 * somebody else has put there (BREACH, https://breachattack.com).
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', route => {
    const isRead = [route.method].flat().some(method => method === 'GET' || method === 'HEAD')
    if (!isRead || route.config?.access !== 'anyone') route.compress = false
  })
  await app.register(compress, {
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
