import { hash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, '../public/art')

/** The data that the build reads from a picture's files, which an owner may replace. */
export interface FromFiles {
  placeholder: string
  /** A hash of the files: a changed file gets a new address, so browsers may cache each one forever. */
  version: string
}

/** Adds to every picture of an `art.json` what the build reads from its files. */
export const artFromFiles = (): Plugin => ({
  name: 'art-from-files',
  enforce: 'pre',
  transform: {
    filter: { id: /\/art\.json$/ },
    async handler(json) {
      const pictures: [string, { widths: number[] }][] = Object.entries(JSON.parse(json))
      const looked = pictures.map(async ([name, picture]) => {
        const files = picture.widths.flatMap(width => ['avif', 'webp'].map(kind => `${name}-${width}.${kind}`))
        for (const file of files) this.addWatchFile(join(folder, file))
        return [name, { ...picture, ...(await lookAt(files)) }]
      })
      return JSON.stringify(Object.fromEntries(await Promise.all(looked)))
    },
  },
})

async function lookAt(files: string[]): Promise<FromFiles> {
  const contents = await Promise.all(files.map(file => readFile(join(folder, file))))
  const smallest = sharp(contents[1])
  const size = await smallest.metadata().catch(cause => {
    throw new Error(`src/web/public/art/${files[1]} is no picture: ${cause.message}`)
  })
  return {
    placeholder: await placeholder(smallest, size),
    version: hash('sha256', Buffer.concat(contents)).slice(0, 6),
  }
}

/** A few blurred dots as a data URL, shown until the picture arrives. */
export async function placeholder(picture: Sharp, { width, height }: { width: number; height: number }) {
  const dots = Math.round(Math.sqrt((180 * width) / height))
  const bytes = await picture.resize({ width: dots }).blur(0.6).webp({ quality: 30, effort: 6 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}
