// Follows docs/operate.md in isolation: overlays cover /etc, /opt, /var and /run, and all changes to them are discarded afterwards.
// The commands are read from the document. scripts/systemctl.sh stands in for systemd; the installation of Node is skipped.
//   npm run try:operate (as root on a Debian)
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { card } from '../bench/checkout.ts'
import { needPackages } from './debian.ts'

const root = path.dirname(import.meta.dirname)
const inside = process.argv[2]
/** Bundles the repository at a commit into one file that any user can clone. */
function bundle(file: string, commit: string) {
  const bare = `${file}-repository`
  execFileSync('git', ['clone', '-q', '--bare', root, bare])
  execFileSync('git', ['-C', bare, 'update-ref', 'refs/heads/main', commit])
  execFileSync('git', ['-C', bare, 'bundle', 'create', '-q', file, 'HEAD', 'main'])
}

if (!inside) {
  needPackages({
    git: '/usr/bin/git',
    nginx: '/usr/sbin/nginx',
    curl: '/usr/bin/curl',
    socat: '/usr/bin/socat',
    systemd: '/bin/systemd-notify',
  })
  const folder = mkdtempSync('/tmp/vitrine-operate-')
  bundle(path.join(folder, 'shop'), 'HEAD~1')
  bundle(path.join(folder, 'next'), 'HEAD')
  chmodSync(folder, 0o755)
  const { status } = spawnSync('unshare', ['--mount', process.execPath, import.meta.filename, folder], {
    stdio: 'inherit',
  })
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 1)
}

for (const place of ['etc', 'opt', 'var', 'run']) {
  const [upper, work] = ['upper', 'work'].map(part => path.join(inside, `${place}-${part}`))
  for (const made of [upper, work]) mkdirSync(made as string)
  const options = `lowerdir=/${place},upperdir=${upper},workdir=${work}`
  execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, `/${place}`])
}
for (const place of ['/opt/vitrine', '/var/lib/vitrine', '/etc/vitrine.env'])
  rmSync(place, { recursive: true, force: true })
const bin = path.join(inside, 'bin')
mkdirSync(bin)
symlinkSync(path.join(root, 'scripts/systemctl.sh'), path.join(bin, 'systemctl'))
writeFileSync(path.join(bin, 'journalctl'), '#!/bin/sh\ncat /var/log/vitrine\n', { mode: 0o755 })
const env = {
  PATH: `${bin}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
  HOME: '/root',
  LANG: 'C.UTF-8',
}

const document = readFileSync(path.join(root, 'docs/operate.md'), 'utf8')
const commandsOf = (section: string) => {
  const text =
    document
      .slice(document.indexOf(`## ${section}`))
      .slice(4)
      .split('\n## ')[0] ?? ''
  return text
    .split('\n')
    .filter(line => /^ {4,}(?:[a-z]|\/opt|DATA_DIR=)/.test(line))
    .map(line => line.trim())
}

let cwd = '/'
/** Runs a command of the document with the paths and names of this environment. */
function run(command: string): string {
  if (/nodesource|install -y nodejs|'nano /.test(command)) return ''
  const here = command
    .replace('ADDRESS-OF-THIS-REPOSITORY', path.join(inside as string, 'shop'))
    .replace('ADDRESS-OF-YOUR-REPOSITORY', '/var/own.git')
    .replace('/tmp/hero', `${inside}/hero`)
    .replace('SIGN', former)
    .replace(/ && nano \S+/, '')
    .replace('/copies/', '/var/copies/')
    .replace(/vitrine-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst/, path.basename(newest))
  console.log(`$ ${here}`)
  if (here.startsWith('cd ')) {
    cwd = here.slice(3)
    return ''
  }
  return execFileSync('sh', ['-c', here], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

let newest = ''
/** The commit id of the release to go back to. */
let former = ''
const released = () => /\(([\da-f]{7,})\)/.exec(run('/opt/vitrine/deploy/shop --version'))?.[1] ?? ''
const backupsOf = (shop: string) => run(`find /var/lib/${shop} -name '*.zst'`).split('\n').filter(Boolean).sort()

function check(what: string, held: boolean, seen: unknown = '') {
  console.log(`${held ? '✓' : '✗'} ${what}`)
  if (!held) throw new Error(`${what}: ${seen}`)
}

async function untilReady(port: number, isOpen = () => true) {
  for (let tries = 0; tries < 600; tries++) {
    if (isOpen() && spawnSync('curl', ['-sf', `http://127.0.0.1:${port}/health/ready`]).status === 0) return
    await sleep(200)
  }
  throw new Error(`No shop on ${port}: ${journal()}`)
}

const journal = () => readFileSync('/var/log/vitrine', 'utf8')

async function post(port: number, path: string, body: object | string, token = '') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: {
      'content-type': typeof body === 'string' ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}

const product = { name: 'Linen coat', category: 'dress', color: 'black', price: 180, description: 'Falls well.' }

async function sellsTheCoat(port: number) {
  const found = await (await fetch(`http://127.0.0.1:${port}/api/products`)).json()
  return found.data.products[0].name === product.name
}

const journalPage = '/opt/vitrine/src/web/routes/blogs.tsx'
/** Changes words of the journal's page that are in a file. */
const changeWords = (before: string, after: string) =>
  writeFileSync(journalPage, readFileSync(journalPage, 'utf8').replaceAll(before, after))
const pageContains = async (words: string) =>
  (await (await fetch('http://127.0.0.1:3000/blogs')).text()).includes(words)

/** Adds the owner's first product and sells it once. */
async function sell(port: number, password: string) {
  const { body: signedIn } = await post(port, '/api/auth/login', { email: 'you@shop.example', password })
  check('the admin signs in with the password of the journal', typeof signedIn.token === 'string', signedIn.message)
  const added = await post(port, '/api/products/create-product', product, signedIn.token)
  check('the first product is added', added.status === 201, JSON.stringify(added.body))
  const order = { products: [{ _id: added.body.data._id, quantity: 1 }] }
  const { body: session } = await post(port, '/api/orders/create-checkout-session', order)
  const paid = await post(port, new URL(session.url).pathname, card)
  check('and paid', paid.status === 303, paid.body)
  const confirmed = await post(port, '/api/orders/confirm-payment', { session_id: session.id })
  check('and confirmed', confirmed.body.data.paymentState === 'paid', JSON.stringify(confirmed.body))
}

const settings = [...document.matchAll(/^ {4}([A-Z_]+=\S+)$/gm)]
  .map(([, line = '']) => line)
  .filter(line => !line.startsWith('STRIPE'))
const install = commandsOf('1.').filter(line => !line.startsWith('journalctl'))
for (const command of install) {
  run(command)
  if (command.startsWith('touch')) writeFileSync('/etc/vitrine.env', `${settings.join('\n')}\n`)
}
try {
  await untilReady(3000, () => /Vitrine is open/.test(journal()))
  const password = /with the password (\S+)/.exec(run('journalctl -u vitrine'))?.[1] ?? ''
  check('the journal shows the password', password !== '', journal())
  await sell(3000, password)
  const frozen = Number(readFileSync('/run/vitrine.pid', 'utf8'))
  process.kill(frozen, 'SIGSTOP')
  const from = Date.now()
  await untilReady(3000, () => Number(readFileSync('/run/vitrine.pid', 'utf8')) !== frozen)
  check(`a frozen shop is replaced, after ${Math.round((Date.now() - from) / 1000)} s`, await sellsTheCoat(3000))
  changeWords('Notes from the house', 'Rose Lane')
  const [, draw = '', drawForPhones = '', ...save] = commandsOf('2.')
  for (const command of save) run(command)
  const [backup = '', checks = '', list = '', ...others] = commandsOf('5.')
  const [addOwn = '', push = '', restore = '', opensSecond = '', ...bringsBack] = others
  console.log(run(backup))
  newest = backupsOf('vitrine').at(-1) ?? ''
  mkdirSync('/var/copies')
  copyFileSync(newest, `/var/copies/${path.basename(newest)}`)
  chmodSync('/var/copies', 0o700)
  run('install -d -o vitrine /var/own.git && su - vitrine -c "git init -q --bare /var/own.git"')
  for (const command of [checks, list, addOwn, push, restore]) console.log(run(command))
  check(
    'the owner’s repository has the owner’s commit',
    /Our house/.test(run('su - vitrine -c "git -C /var/own.git log main"')),
  )
  console.log(`$ ${opensSecond}`)
  const second = spawn('sh', ['-c', opensSecond], { cwd, env, stdio: 'ignore' })
  await untilReady(3001)
  check('the second shop has what the first had', await sellsTheCoat(3001))
  const shops = execFileSync('pgrep', ['-u', 'vitrine', '-f', 'src/server/main.ts$'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number)
  const first = Number(readFileSync('/run/vitrine.pid', 'utf8'))
  for (const pid of shops) if (pid !== first) process.kill(pid, 'SIGTERM') // su put it into a session of its own; this replaces Ctrl-C
  await new Promise(resolve => second.on('close', resolve))
  const [fetchOwn = '', ontoNewMachine = ''] = bringsBack.splice(-2)
  for (const command of bringsBack) run(command)
  await untilReady(3000)
  check('a broken database is restored from its backup', await sellsTheCoat(3000))
  run('systemctl stop vitrine')
  rmSync('/var/lib/vitrine', { recursive: true })
  run(bringsBack.find(command => command.startsWith('install')) ?? '')
  run(`su - vitrine -c 'cd /opt/vitrine && git reset -q --hard HEAD~1'`)
  run(fetchOwn)
  run(ontoNewMachine)
  run('systemctl start vitrine')
  await untilReady(3000)
  check('a new machine has the data of a copy that only root can read', await sellsTheCoat(3000))
  renameSync(path.join(inside, 'next'), path.join(inside, 'shop'))
  former = released()
  console.log(run(backup))
  newest = backupsOf('vitrine').at(-1) ?? ''
  const [pull = '', build = '', restart = '', stop = '', goBack = '', , start = '', pushOver = '', ...withBackup] =
    commandsOf('6.')
  for (const command of [pull, build, restart]) run(command)
  await untilReady(3000)
  check('after an upgrade the shop runs, with the owner’s changes', await pageContains('Rose Lane'))
  const next = released()
  check('and reports another release', former !== '' && next !== former, former)
  for (const command of [stop, goBack, build, start]) run(command)
  await untilReady(3000)
  check(
    'the rollback leads to the former release, with the owner’s changes',
    (await pageContains('Rose Lane')) && released() === former,
  )
  run(pushOver)
  for (const command of [stop, ...withBackup]) run(command)
  await untilReady(3000)
  check('and with the data moved aside, to the backup', await sellsTheCoat(3000))
  changeWords('Rose Lane', 'Rosa')
  for (const command of save.slice(1)) run(command)
  run(pull)
  const photo = path.join(inside, 'hero.jpg')
  await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#8e2f3c' } }).toFile(photo)
  chmodSync(photo, 0o600)
  for (const command of [draw, drawForPhones, ...save.slice(1), build, restart]) run(command)
  await untilReady(3000)
  check('the newer release returns, with the changes made after the rollback', await pageContains('Rosa'))
  const merged = run(`su - vitrine -c 'cd /opt/vitrine && git branch --contains newer^2'`)
  check('and all of it is on main', merged.includes('* main'), merged)
  const shown = await (await fetch('http://127.0.0.1:3000/art/hero-640.webp')).arrayBuffer()
  const { dominant } = await sharp(Buffer.from(shown)).stats()
  check('the owner’s own photo is shown', dominant.r > 2 * dominant.g, JSON.stringify(dominant))
  const own = '/opt/vitrine/deploy/shop'
  const { stderr: slip } = spawnSync(own, ['chek'], { cwd, env, encoding: 'utf8' })
  check(
    'a mistyped command is answered with the path of the command line',
    slip.includes(`${own} --help lists them`),
    slip,
  )

  const [opens, broken] = [commandsOf('8.').slice(0, 7), commandsOf('8.').slice(7)]
  for (const command of opens) {
    run(command)
    if (command.startsWith('touch')) writeFileSync('/etc/boutique.env', `${settings.join('\n')}\nPORT=4000\n`)
  }
  await untilReady(4000)
  const before = backupsOf('vitrine').length
  console.log(run('/opt/boutique/deploy/shop backup'))
  const made = backupsOf('boutique')
  check('the owner’s command line of the second shop works on the second shop', made.length === 1, made)
  check('and not on the first', backupsOf('vitrine').length === before)
  newest = made[0] ?? ''
  for (const command of broken) run(command)
  await untilReady(4000)
  const told = readFileSync('/var/log/boutique', 'utf8').match(/with the password/g)
  check('its broken database is restored: it has its admin and creates no other', told?.length === 1, told)
  check('while the first shop still sells', await sellsTheCoat(3000))
} finally {
  for (const shop of ['vitrine', 'boutique']) execFileSync('systemctl', ['stop', shop], { env })
}
