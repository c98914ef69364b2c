// Runs, in a fresh clone, the commands of the documents that no test runs and one machine can run. Prints one line for each, with its
// result and its time, and exits with 1 if one failed.
//   npm run try:commands [-- rsync bench:admin]   all, or those with one of these words (as root on a Debian)
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { startShop } from '../tests/support/shop.ts'
import { needPackages } from './debian.ts'

/** The commands that are skipped because they take long. */
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
let failed = 0

function runCommand(line: string, cwd = clone): string {
  const options = { cwd, env, encoding: 'utf8', maxBuffer: 100_000_000 } as const
  const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', line], options)
  if (status !== 0) throw new Error(`it ended with ${status ?? signal}: ${`${stdout}${stderr}`.slice(-2_000)}`)
  return stdout
}

/** Runs a command, or calls `work` with it, which throws when something is wrong. */
async function attempt(line: string, work: (line: string) => unknown = line => runCommand(line)) {
  if (only.length > 0 && !only.some(word => line.includes(word))) return
  const begin = Date.now()
  let why = ''
  try {
    await work(line)
  } catch (error) {
    why = (error as Error).message
  }
  if (why) failed += 1
  console.log(`${why ? '✗' : '✓'} ${line}  ${((Date.now() - begin) / 1000).toFixed(1)} s${why && `\n  ${why}`}`)
}

function assert(what: string, holds: boolean, seen: unknown = '') {
  if (!holds) throw new Error(`${what}: ${seen}`)
}

const changes = () => runCommand('git status --porcelain').split('\n').filter(Boolean)

/** Checks that a command leaves every committed file byte for byte as it is. */
function checkNoChange(line: string) {
  runCommand(line)
  assert('no committed file has changed', changes().length === 0, changes())
}

/** Checks that new screenshots have the same names and widths. Their contents differ, in dates and ids. */
async function checkScreenshots(line: string) {
  runCommand(line)
  for (const change of changes()) {
    const file = change.slice(3)
    assert('no picture has come or gone', change.startsWith(' M docs/screens/'), change)
    const before = spawnSync('git', ['show', `HEAD:${file}`], { cwd: clone, maxBuffer: 100_000_000 }).stdout
    const [was, is] = [await sharp(before).metadata(), await sharp(path.join(clone, file)).metadata()]
    assert(`${file} is as wide as before`, was.width === is.width, is.width)
  }
  runCommand('git checkout -q .')
}

/** Checks that a shop serves its home page, and that SIGINT ends it with all processes that it started. */
async function checkShop(line: string, meanwhile: (port: string) => unknown = () => undefined) {
  const settings = { PATH: env.PATH, NODE_ENV: 'development', SEED: 'demo' }
  const shop = await startShop(settings, ['sh', '-c', `cd ${clone} && exec ${line}`])
  try {
    const page = await fetch(shop.url)
    assert('the home page is there', page.status === 200 && (await page.text()).includes('</html>'), shop.output())
    await meanwhile(new URL(shop.url).port)
  } finally {
    shop.kill('SIGINT')
    await shop.ended
  }
  assert('it left nothing running', spawnSync('pgrep', ['-f', folder]).status === 1, shop.output())
}

const listening = (port: string) => assert('ss names the shop', runCommand('ss -ltnp').includes(`:${port} `))

/** Checks that a backup on the server is copied to the other machine, here another folder. */
function checkCopy(line: string) {
  const document = readFileSync(path.join(clone, 'docs/operate.md'), 'utf8')
  assert('the document writes it so', document.includes(`\`${line}\``))
  const [server, here] = ['server', 'copies'].map(name => `${path.join(folder, name)}/`) as [string, string]
  mkdirSync(server)
  writeFileSync(path.join(server, 'vitrine.tar.zst'), 'a backup')
  runCommand(line.replace('root@shop.example:/var/lib/vitrine/backups/', server).replace(' /copies/', ` ${here}`))
  assert(
    'the backup is there',
    readFileSync(path.join(here, 'vitrine.tar.zst'), 'utf8') === 'a backup',
    readdirSync(here),
  )
}

try {
  runCommand(`git clone -q --bare ${root} ${yours} && git clone -q ${yours} ${clone}`, folder)
  runCommand(`cp -al ${root}/node_modules ${clone} || cp -a ${root}/node_modules ${clone}`, folder)
  await attempt('npm run dev', line => checkShop(line))
  await attempt('ss -ltnp', () => checkShop('npm run dev', listening))
  await attempt('node --conditions development src/server/main.ts', line => checkShop(line))
  await attempt('npm run draw -- maree-pearl-strand', checkNoChange)
  await attempt('node drawing/draw.ts marks', checkNoChange)
  await attempt('node drawing/draw.ts hero', checkNoChange)
  await attempt('node drawing/contact-sheet.ts', checkNoChange)
  await attempt('npm run draw:sheet', checkNoChange)
  await attempt('npm run screens', checkScreenshots)
  await attempt('git remote -v', line => assert('it says where from', runCommand(line).includes(yours)))
  await attempt('rsync -a root@shop.example:/var/lib/vitrine/backups/ /copies/', checkCopy)
  await attempt('npm run bench:growth', checkNoChange)
  await attempt('npm run bench -- --quick')
  await attempt('npm run bench:start')
  await attempt('npm run bench:stock -- --rounds 1 --only hot')
  await attempt('npm run bench:sizes -- --products 2000 --rounds 1')
  await attempt('npm run bench:sockets -- 1000 20')
  await attempt('node bench/sockets.ts 100 5')
  await attempt('npm run bench:lighthouse -- /shop')
  await attempt('npm run bench:interactions -- --visits 1')
  await attempt('npm run bench:admin -- 1000')
  await attempt('npm run bench:uploads')
  await attempt('npm run bench:import -- 1000')
  await attempt('npm run bench:backup -- 1 1000')
  await attempt('npm run bench:check -- 1000')
  await attempt('npm run bench:scale')
  await attempt('npm run bench:beside -- HEAD --products 1000 --rounds 1 --only order')
  for (const line of tooLong) console.log(`- left out, for it takes long: ${line}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
