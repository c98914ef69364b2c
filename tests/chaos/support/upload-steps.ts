import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { widths } from '#server/images/picture.ts'
import { signInAdmin } from './admin.ts'
import { dataDir, hold, kill, one, query, start, until, untilHeld } from './shop-in-hand.ts'
import { json, type Reply, visit } from './shoppers.ts'

/** A picture that was never uploaded, as the dashboard sends it. A larger one occupies the shop for longer. */
export async function newPicture(width = 300): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const height = Math.round(width * 1.25)
  const bytes = await sharp({ create: { width, height, channels: 3, background: 'white', noise } })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${bytes.toString('base64')}`
}

/** @returns the picture's id, undefined if the shop has not confirmed that it stored it */
export async function upload(image: string, cookie: string, at?: string): Promise<string | undefined> {
  const reply = await send(image, cookie, at)
  if (reply.status === 429) await query('delete from rate_limit') // a single admin uploads everything, more than the rate limit allows
  return reply.status === 200 ? idIn(reply) : undefined
}

function send(image: string, cookie: string, at?: string): Promise<Reply> {
  const { headers, ...request } = json({ image })
  return visit('upload', '/api/uploadImage', { ...request, headers: { ...headers, cookie } }, at)
}

const idIn = ({ body }: Reply) => /\/images\/(\w+)\//.exec(body)?.[1]

const files = widths.flatMap(width => [`${width}.webp`, `${width}.avif`])

/** @returns those of its files that the shop does not serve */
export async function missingFiles(id: string): Promise<string[]> {
  const answers = await Promise.all(files.map(name => visit('picture', `/images/${id}/${name}`)))
  return files.filter((_, n) => answers[n]?.status !== 200)
}

/** @returns the number of pictures that have files but no row */
export async function countStrays(): Promise<number> {
  const ids = existsSync(imageFolder()) ? readdirSync(imageFolder()) : []
  return await one<number>(
    'select count(*)::int from unnest($1::text[]) stored where stored not in (select id from image)',
    [ids],
  )
}

const imageFolder = () => path.join(dataDir(), 'images')

/** One step of an upload. */
interface Step {
  name: string
  /** Resolves when the shop has reached the step. */
  reach: (image: string, cookie: string) => Promise<unknown>
  /** The picture is not uploaded again. */
  isGivenUp?: true
}

export const uploadSteps: Step[] = [
  {
    name: 'upload: nobody has looked at it yet',
    async reach(image, cookie) {
      const release = await hold('lock table rate_limit')
      void send(image, cookie)
      await untilHeld()
      return release
    },
  },
  {
    name: 'upload: nothing is written yet',
    async reach(image, cookie) {
      const release = await hold('lock table image in share mode')
      void send(image, cookie)
      await untilHeld()
      return release
    },
  },
  { name: 'upload: the first file is being written', reach: untilFiles(() => true) },
  { name: 'upload: the first file is there', reach: untilFiles(names => names.some(isWhole)) },
  {
    name: 'upload: the second file is there, and its owner gives up',
    reach: untilFiles(names => names.filter(isWhole).length > 1),
    isGivenUp: true,
  },
  { name: 'upload: all files are there', reach: untilFiles(names => names.filter(isWhole).length === files.length) },
  { name: 'upload: answered', reach: send },
]

const isWhole = (name: string) => files.includes(name)

/**
 * Waits until the files of a new picture are in the state for the kill; polls without pause, because that state lasts
 * milliseconds.
 */
function untilFiles(areThere: (names: string[]) => boolean) {
  return async (image: string, cookie: string) => {
    const folder = imageFolder()
    const all = () => (existsSync(folder) ? readdirSync(folder) : [])
    const before = new Set(all())
    let isAnswered = false
    void send(image, cookie).then(() => {
      isAnswered = true
    })
    const found = () => {
      const id = all().find(name => !before.has(name))
      return id !== undefined && areThere(readdirSync(path.join(folder, id)))
    }
    while (!isAnswered && !found()) await new Promise(setImmediate)
  }
}

/**
 * Kills the shop at a step of an upload and starts it again; unless the step is given up, the same picture is then
 * uploaded again.
 * @returns what is wrong afterwards, undefined if nothing is
 */
export async function killWhileUploading({ name, reach, isGivenUp }: Step): Promise<string | undefined> {
  const { cookie } = await signInAdmin()
  const image = await newPicture()
  const before = await pictures()
  const release = await reach(image, cookie)
  await kill()
  if (typeof release === 'function') await release()
  await start()
  const saved = (await pictures()).filter(id => !before.includes(id))
  for (const id of saved) {
    const missing = await missingFiles(id)
    if (missing.length > 0) return `${name}: the picture that was kept lacks ${missing.join(', ')}`
  }
  if (isGivenUp) return undefined
  if (name.endsWith('answered') && saved.length === 0) return `${name}: the picture is lost`
  const id = await until('the picture once more', () => upload(image, cookie))
  const missing = await missingFiles(id)
  const isTwice = saved.some(each => each !== id)
  return missing.length > 0 || isTwice ? `${name}: uploaded again it lacks ${missing.join(', ')}` : undefined
}

const pictures = async () => (await query<{ id: string }>('select id from image')).map(({ id }) => id)
