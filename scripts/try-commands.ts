// Types, in a fresh clone, the commands of the documents that no test types and one machine can run: one line for each says
// whether it held, and how long it took. Ends with 1 if one did not.
//   npm run try:commands [-- rsync bench:admin]   all, or those with one of these words (as root on a Debian)
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { startShop } from '../tests/support/shop.ts'
import { needPackages } from './debian.ts'

/** What is left out, for it takes long. */
const tooLong = [
  'npm run draw (all pictures: three are drawn)',
  'npm run bench (with a million products: --quick is run)',
  'bench:sockets, bench:admin, bench:import, bench:backup and bench:check (in full: each is run with few)',
]

needPackages({ git: '/usr/bin/git', rsync: '/usr/bin/rsync', wrk: '/usr/bin/wrk', iproute2: '/usr/bin/ss' })
const root = path.dirname(import.meta.dirname)
const only = process.argv.slice(2)
const folder = mkdtempSync('/tmp/vitrine-commands-')
chmodSync(folder, 0o755)
const [yours, clone] = ['yours.git', 'shop'].map(name => path.join(folder, name)) as [string, string]
const env = { ...process.env, PATH: `${path.join(clone, 'node_modules/.bin')}:${process.env.PATH}` }
let broken = 0

function type(line: string, cwd = clone): string {
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 100_000_000 } as const
  const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', line], options)
  if (status !== 0) throw new Error(`it ended with ${status ?? signal}: ${`${stdout}${stderr}`.slice(-2_000)}`)
  return stdout
}

/** Types a command, or does with it what `work` does, which throws where something is not as it should be. */
async function attempt(line: string, work: (line: string) => unknown = line => type(line)) {
  if (only.length > 0 && !only.some(word => line.includes(word))) return
  const begin = Date.now()
  let why = ''
  try {
    await work(line)
  } catch (error) {
    why = (error as Error).message
  }
  if (why) broken += 1
  console.log(`${why ? '✗' : '✓'} ${line}  ${((Date.now() - begin) / 1000).toFixed(1)} s${why && `\n  ${why}`}`)
}

function must(what: string, holds: boolean, seen: unknown = '') {
  if (!holds) throw new Error(`${what}: ${seen}`)
}

const changes = () => type('git status --porcelain').split('\n').filter(Boolean)

/** What is drawn again is, byte for byte, what is committed. */
function drawn(line: string) {
  type(line)
  must('no committed file has changed', changes().length === 0, changes())
}

/** What is photographed again shows other dates and ids: it is the same pictures, as wide as before. */
async function photographed(line: string) {
  type(line)
  for (const change of changes()) {
    const file = change.slice(3)
    must('no picture has come or gone', change.startsWith(' M docs/screens/'), change)
    const before = spawnSync('git', ['show', `HEAD:${file}`], { cwd: clone, maxBuffer: 100_000_000 }).stdout
    const [was, is] = [await sharp(before).metadata(), await sharp(path.join(clone, file)).metadata()]
    must(`${file} is as wide as before`, was.width === is.width, is.width)
  }
  type('git checkout -q .')
}

/** A shop that answers with a page, and ends with everything it had started when it is told. */
async function opened(line: string, meanwhile: (port: string) => unknown = () => undefined) {
  const settings = { PATH: env.PATH, NODE_ENV: 'development', SEED: 'demo' }
  const shop = await startShop(settings, ['sh', '-c', `cd ${clone} && exec ${line}`])
  try {
    const page = await fetch(shop.url)
    must('the home page is there', page.status === 200 && (await page.text()).includes('</html>'), shop.output())
    await meanwhile(new URL(shop.url).port)
  } finally {
    shop.kill('SIGINT')
    await shop.ended
  }
  must('it left nothing running', spawnSync('pgrep', ['-f', folder]).status === 1, shop.output())
}

const listening = (port: string) => must('ss names the shop', type('ss -ltnp').includes(`:${port} `))

/** A backup on the server comes to the other machine, here another folder. */
function copied(line: string) {
  const document = readFileSync(path.join(clone, 'docs/operate.md'), 'utf8')
  must('the document writes it so', document.includes(`\`${line}\``))
  const [server, here] = ['server', 'copies'].map(name => `${path.join(folder, name)}/`) as [string, string]
  mkdirSync(server)
  writeFileSync(path.join(server, 'vitrine.tar.zst'), 'a backup')
  type(line.replace('root@shop.example:/var/lib/vitrine/backups/', server).replace(' /copies/', ` ${here}`))
  must(
    'the backup is there',
    readFileSync(path.join(here, 'vitrine.tar.zst'), 'utf8') === 'a backup',
    readdirSync(here),
  )
}

try {
  type(`git clone -q --bare ${root} ${yours} && git clone -q ${yours} ${clone}`, folder)
  type(`cp -al ${root}/node_modules ${clone} || cp -a ${root}/node_modules ${clone}`, folder)
  await attempt('npm run dev', line => opened(line))
  await attempt('ss -ltnp', () => opened('npm run dev', listening))
  await attempt('node --conditions development src/server/main.ts', line => opened(line))
  await attempt('npm run draw -- maree-pearl-strand', drawn)
  await attempt('node drawing/draw.ts marks', drawn)
  await attempt('node drawing/draw.ts hero', drawn)
  await attempt('node drawing/contact-sheet.ts', drawn)
  await attempt('npm run draw:sheet', drawn)
  await attempt('npm run screens', photographed)
  await attempt('git remote -v', line => must('it says where from', type(line).includes(yours)))
  await attempt('rsync -a root@shop.example:/var/lib/vitrine/backups/ /copies/', copied)
  await attempt('npm run bench:growth', drawn)
  await attempt('npm run bench -- --quick')
  await attempt('npm run bench:start')
  await attempt('npm run bench:sockets -- 1000 20')
  await attempt('node bench/sockets.ts 100 5')
  await attempt('npm run bench:lighthouse -- /shop')
  await attempt('npm run bench:admin -- 1000')
  await attempt('npm run bench:uploads')
  await attempt('npm run bench:import -- 1000')
  await attempt('npm run bench:backup -- 1 1000')
  await attempt('npm run bench:check -- 1000')
  await attempt('npm run bench:scale')
  for (const line of tooLong) console.log(`- left out, for it takes long: ${line}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(broken > 0 ? 1 : 0)
