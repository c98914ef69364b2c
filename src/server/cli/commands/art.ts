import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Command } from 'commander'
import { readPicture } from '../../images/picture.ts'
import { CommandFailed, runAlone } from '../run.ts'
import { fileOf, type Terminal, typedIn } from '../terminal.ts'

const web = path.join(import.meta.dirname, '../../../web')

/** The size of a picture of the shop in px, and the widths in which it is stored. */
interface Frame {
  width: number
  height: number
  /** Undefined when it is a single PNG. */
  widths?: number[]
}

export function artCommand(program: Command, terminal: Terminal): void {
  program
    .command('art')
    .description('put a photo in the place of one of the pictures of the house; without a name list them')
    .argument('[name]', 'which picture')
    .argument('[photo]', 'the file, JPEG, PNG, WebP, AVIF or GIF; what does not fit is cut off evenly')
    .action((name?: string, photo?: string) =>
      runAlone(terminal, async () => {
        const { env } = terminal
        return name === undefined ? listOf(await findFrames(web), env) : await replaceArt(web, name, photo, env)
      }),
    )
}

const listOf = (frames: Record<string, Frame>, env: Terminal['env']): string =>
  [
    ...Object.entries(frames).map(([name, { width, height }]) => `${name.padEnd(22)}${width} by ${height} pixels`),
    `Type ${typedIn(env)} art NAME PHOTO: the photo may be larger, and is cut to this shape.`,
  ].join('\n')

async function findFrames(web: string): Promise<Record<string, Frame>> {
  const lists = ['art/art.json', 'content/art.json'].map(file => readFile(path.join(web, file), 'utf8'))
  const [drawn, journal] = (await Promise.all(lists)).map(text => JSON.parse(text))
  return { ...drawn, ...journal, social: { width: 1200, height: 630 }, favicon: { width: 180, height: 180 } }
}

/**
 * Writes all files of a picture of the shop, made from one photo: none of them unless all can be made.
 * @throws CommandFailed when there is no such picture, or the photo is too small; ShopError when the photo is not a picture
 */
export async function replaceArt(
  web: string,
  name: string,
  photo: string | undefined,
  env: Terminal['env'],
): Promise<string> {
  const frames = await findFrames(web)
  const frame = Object.hasOwn(frames, name) ? frames[name] : undefined
  if (!frame) throw new CommandFailed(`There is no picture ${name}: ${typedIn(env)} art lists them.`)
  const needed = `${frame.width} by ${frame.height} pixels`
  if (photo === undefined) throw new CommandFailed(`${name} needs a photo of at least ${needed}.`)
  const { size, cut } = await readPicture(await readFile(fileOf(photo, env)), async upright => ({
    size: (await upright.metadata()).autoOrient,
    cut: await upright
      .flatten({ background: 'white' })
      .resize(frame.width, frame.height, { fit: 'cover' })
      .toColourspace('srgb')
      .png()
      .toBuffer(),
  }))
  if (size.width < frame.width || size.height < frame.height)
    throw new CommandFailed(`This photo has ${size.width} by ${size.height} pixels; ${name} needs at least ${needed}.`)
  const files = await filesOf(name, frame, cut)
  for (const [file, bytes] of files) await writeFile(path.join(web, 'public', file), bytes)
  const phone = `${name}-phone`
  return [
    `${name} is replaced, ${files.length} files. It is seen when the pages are built and the shop is restarted.`,
    ...(Object.hasOwn(frames, phone)
      ? [`Phones show another one: ${typedIn(env)} art ${phone} PHOTO replaces that.`]
      : []),
  ].join('\n')
}

type Files = [file: string, bytes: Buffer | string][]

async function filesOf(name: string, { widths }: Frame, cut: Buffer): Promise<Files> {
  if (!widths) return [[`${name}.png`, cut], ...(name === 'favicon' ? [asSvg(cut)] : [])]
  const { default: sharp } = await import('sharp')
  const files: Files = []
  for (const width of widths) {
    const sized = sharp(cut).resize({ width, kernel: 'lanczos3' })
    const webp = sized.clone().webp({ quality: 80, effort: 5, smartSubsample: true })
    const avif = sized.clone().avif({ quality: 58, effort: 4 })
    files.push(
      [`art/${name}-${width}.webp`, await webp.toBuffer()],
      [`art/${name}-${width}.avif`, await avif.toBuffer()],
    )
  }
  return files
}

/** Browsers prefer the SVG to the PNG. */
const asSvg = (png: Buffer): Files[number] => [
  'favicon.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><image width="64" height="64" href="data:image/png;base64,${png.toString('base64')}"/></svg>\n`,
]
