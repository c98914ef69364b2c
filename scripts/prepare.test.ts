import { spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseUrl } from '../tests/support/command.ts'
import { type TestDatabase, temporaryFolder, testDatabase } from '../tests/support/database.ts'
import { startShop } from '../tests/support/shop.ts'

const root = path.dirname(import.meta.dirname)
const shopInfo = 'src/domain/shop-info.ts'
const shopName = /name: '.*/
const phoneLine = /phone: '[^']*'/
const sources = [
  ...['src', 'scripts', 'package.json', 'package-lock.json', '.gitignore'],
  ...['vite.config.ts', 'react-router.config.ts', 'tsconfig.json', 'tsconfig.pages.json'],
]

let folder: string
beforeAll(async () => {
  folder = await temporaryFolder()
  for (const source of [...sources, 'build']) cpSync(path.join(root, source), at(source), { recursive: true })
  mkdirSync(at('node_modules'))
  for (const name of readdirSync(path.join(root, 'node_modules')))
    symlinkSync(path.join(root, 'node_modules', name), at(`node_modules/${name}`))
})
afterAll(() => rmSync(folder, { recursive: true }))

const at = (place: string) => path.join(folder, place)

function renameShop(name: string) {
  writeFileSync(at(shopInfo), readFileSync(at(shopInfo), 'utf8').replace(shopName, `name: '${name}',`))
}

function startBuild() {
  const child = spawn('node', ['scripts/prepare.mjs', 'build'], { cwd: folder, detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (output += text))
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) =>
    child.on('error', reject).on('close', code => resolve({ code, output })),
  )
  return { ended, interrupt: () => process.kill(-Number(child.pid), 'SIGINT') }
}

const build = () => startBuild().ended
const done = { code: 0, output: 'Building the pages...\nThe pages are built.\n' }

/** Returns every file of the build with the hash of its content. */
function built(): Record<string, string> {
  const files = readdirSync(at('build'), { recursive: true, withFileTypes: true }).filter(file => file.isFile())
  const places = files.map(file => path.relative(folder, path.join(file.parentPath, file.name)))
  return Object.fromEntries(
    places.filter(place => !place.includes('.vitrine')).map(place => [place, hash('sha256', readFileSync(at(place)))]),
  )
}

const pagesName = (name: string) =>
  Object.keys(built()).some(file => file.startsWith('build/server/') && readFileSync(at(file), 'utf8').includes(name))

/** Starts a shop on the last build. */
const startHere = ({ connection }: TestDatabase) =>
  startShop({ DATA_DIR: at('data'), DATABASE_URL: databaseUrl(connection), LOG_LEVEL: 'warn' }, [
    'sh',
    '-c',
    `cd ${folder} && exec node src/server/main.ts`,
  ])

/** What a new visitor sees on the home page of what was built last. */
async function visitHome<T>(look: (page: string, ask: (address: string) => Promise<Response>) => T) {
  const database = await testDatabase()
  const shop = await startHere(database)
  const ask = (address: string) => fetch(shop.url + address)
  try {
    return await look(await (await ask('/')).text(), ask)
  } finally {
    shop.kill('SIGTERM')
    await shop.ended
    await database.close()
  }
}

const hasUnfinished = () => readdirSync(at('build')).some(name => name.startsWith('.next-'))
const artIn = (page: string) => [...new Set(page.match(/\/art\/[\w.-]+\?\w+/g))]

test('sources that are built already are not built again', async () => {
  expect(await build()).toEqual({ code: 0, output: '' })
})

const defaults = 'src/domain/settings/defaults.ts'
const contactPage = 'src/web/routes/contact.tsx'
const contactSource = readFileSync(path.join(root, contactPage), 'utf8')

/** Returns the line and column at which an editor shows a text. */
function placeOf(part: string, text: string) {
  const before = text.slice(0, text.indexOf(part)).split('\n')
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`
}

/** Each file with the text that is replaced and its replacement. */
test.each<[string, [file: string, whole: string | RegExp, slip: string][], string[]]>([
  [
    'of grammar',
    [[shopInfo, shopName, "name: 'Anna's House',"]],
    [`${shopInfo}:6:15: ',' expected.`, `${shopInfo}:7:3: ':' expected.`],
  ],
  [
    'of types',
    [
      [shopInfo, / {2}email: .*\n/, ''],
      [contactPage, 'mailLink(email)', 'malLink(email)'], // the import is unused then, which is not the owner's mistake
    ],
    [
      `${defaults}:${placeOf('email,', readFileSync(path.join(root, defaults), 'utf8'))}: Property 'email' does not exist`,
      `${contactPage}:${placeOf('mailLink(email)', contactSource)}: Cannot find name 'malLink'. Did you mean 'mailLink'?`,
    ],
  ],
])('mistakes %s keep the last build, and are reported with file and line', async (_, slips, mistakes) => {
  const before = built()
  const texts = slips.map(([file]) => [file, readFileSync(at(file), 'utf8')] as const)
  for (const [file, whole, slip] of slips) {
    const text = readFileSync(at(file), 'utf8')
    expect(text).toMatch(whole)
    writeFileSync(at(file), text.replace(whole, slip))
  }
  const { code, output } = await build()
  for (const [file, text] of texts) writeFileSync(at(file), text)
  expect(output).toMatch(
    /^Building the pages\.\.\.\nThe pages were not built; the shop still has the old ones\. What is wrong:\n/,
  )
  for (const mistake of mistakes) expect(output).toContain(mistake)
  expect(output).toMatch(/\nMend it and build again before the shop is started anew\.\n$/)
  expect(output).not.toContain('never read')
  expect(code).toBe(1)
  expect(built()).toEqual(before)
})

/** Returns how the home page, the contact page and the terms say that the shop is reached. */
const waysToReachIt = () =>
  visitHome(async (home, ask) => {
    const others = await Promise.all(['/contact', '/pages/terms'].map(async page => (await ask(page)).text()))
    const pages = [home, ...others].join('\n').replaceAll('<!-- -->', '')
    return {
      icons: /<address.*?<\/address>/s.exec(home)?.[0].match(/<svg/g)?.length,
      telephones: pages.match(/tel:[^"]*|"telephone":"[^"]*"/g)?.length ?? 0,
      sentences: [
        ...new Set(
          pages
            .replaceAll(/<a [^>]*>|<\/a>/g, '')
            .match(/By letter[^<]*|A letter to .*? reaches us|You reach us at [^"]*? These/g),
        ),
      ],
    }
  })

test('a shop with a telephone says so, and an interrupted build keeps the last one', async () => {
  const { icons, telephones, sentences } = await waysToReachIt()
  expect(icons).toBe(3) // of address, e-mail and telephone
  expect(telephones).toBeGreaterThan(4)
  expect(sentences).toEqual([
    'A letter to hello@vitrine.example or a call to +44 20 7946 0123 reaches us',
    'By letter or by phone',
    'You reach us at hello@vitrine.example. By telephone you reach us on +44 20 7946 0123. These',
  ])
  const before = built()
  writeFileSync(at(shopInfo), readFileSync(at(shopInfo), 'utf8').replace(phoneLine, "phone: ''"))
  const { interrupt, ended } = startBuild()
  while (!hasUnfinished()) await sleep(20)
  interrupt()
  expect((await ended).code).toBeNull()
  expect(built()).toMatchObject(before)
})

describe('a shop without a telephone, with another name and another picture, is built while the last one serves', () => {
  const gone = 'build/client/assets/gone-a1b2c3d4.js'
  let own: string[]
  let picture: Buffer
  let before: { files: Record<string, string>; art: string[] }
  const missed = new Set<string>()

  beforeAll(async () => {
    own = JSON.parse(readFileSync(at('build/.vitrine-files'), 'utf8')).map((file: string) => `build/${file}`)
    const overAMonthAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000)
    writeFileSync(at(gone), '')
    for (const file of [gone, ...Object.keys(built())]) utimesSync(at(file), overAMonthAgo, overAMonthAgo)
    const red = sharp({ create: { width: 640, height: 360, channels: 3, background: '#e01020' } })
    picture = await red.webp().toBuffer()

    await visitHome(async (page, ask) => {
      before = { files: built(), art: artIn(page) }
      async function visit() {
        for (const asset of own.filter(file => /client\/assets\/.*\.(?:js|css|woff2)$/.test(file))) {
          const response = await ask(asset.slice('build/client'.length))
          await response.arrayBuffer()
          if (response.status !== 200) missed.add(asset)
        }
      }
      renameShop('Second House')
      writeFileSync(at('src/web/public/art/hero-640.webp'), picture)
      let isBuilding = true
      const building = build().finally(() => {
        isBuilding = false
      })
      while (isBuilding) {
        await visit()
        await sleep(100) // leaves the processor to the build
      }
      expect(await building).toEqual(done)
      await visit()
    })
  })

  test('the shop that serves misses no file of its pages', () => {
    expect(own.length).toBeGreaterThan(50)
    expect([...missed]).toEqual([])
    const after = built()
    expect(pagesName('Second House')).toBe(true)
    const assets = own.filter(file => file.includes('/assets/'))
    expect(after).toMatchObject(Object.fromEntries(assets.map(file => [file, before.files[file]])))
    expect(Object.keys(after).filter(file => file.includes('/assets/')).length).toBeGreaterThan(assets.length)
  })

  test('files that were replaced a month ago are deleted, and younger ones stay', () => {
    const after = built()
    expect(before.files).toHaveProperty([gone])
    expect(after).not.toHaveProperty([gone])
    expect(Object.keys(after)).toEqual(expect.arrayContaining(own))
  })

  test('the picture gets another address, which may be cached forever, and all others keep theirs', async () => {
    await visitHome(async (page, ask) => {
      const others = artIn(page).filter(address => !before.art.includes(address))
      expect(others.map(address => address.split('?')[0]).sort()).toEqual(
        [1280, 1920, 640, 960].flatMap(width => [`/art/hero-${width}.avif`, `/art/hero-${width}.webp`]),
      )
      const response = await ask(others.find(address => address.includes('640.webp')) ?? '')
      expect(Buffer.from(await response.arrayBuffer())).toEqual(picture)
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      const [, dots = ''] = /src="\/art\/hero-[^>]*url\(data:image\/webp;base64,([^)]*)\)/.exec(page) ?? []
      const { dominant } = await sharp(Buffer.from(dots, 'base64')).stats()
      expect(dominant).toMatchObject({
        r: expect.closeTo(224, -2),
        g: expect.closeTo(16, -2),
        b: expect.closeTo(32, -2),
      })
    })
  })

  test('no page mentions a telephone, and nothing unfinished is left', async () => {
    expect(hasUnfinished()).toBe(false)
    expect(await waysToReachIt()).toEqual({
      icons: 2,
      telephones: 0,
      sentences: [
        'A letter to hello@vitrine.example reaches us',
        'By letter',
        'You reach us at hello@vitrine.example. These',
      ],
    })
  })
})
