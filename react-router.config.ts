import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'

const [br, gz] = [promisify(brotliCompress), promisify(gzip)]

/** Scripts and styles are compressed once, as well as it goes, and served as they lie there. */
async function compressAssets(folder: string) {
  const files = (await readdir(folder)).filter(name => /\.(js|css|svg)$/.test(name)).map(name => join(folder, name))
  for (const file of files) {
    const content = await readFile(file)
    await Promise.all([br(content).then(to(`${file}.br`)), gz(content, { level: 9 }).then(to(`${file}.gz`))])
  }
}

const to = (file: string) => (content: Buffer) => writeFile(file, content)

export default {
  appDirectory: 'src/web',
  routeDiscovery: { mode: 'initial' },
  buildDirectory: process.env.VITRINE_BUILD ?? 'build', // scripts/build.mjs puts it in place when it is whole
  buildEnd: ({ reactRouterConfig }) => compressAssets(join(reactRouterConfig.buildDirectory, 'client/assets')),
} satisfies Config
