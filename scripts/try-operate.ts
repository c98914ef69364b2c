// Follows docs/operate.md on a machine of its own. The commands are read from the document; the installation of Node is skipped.
//   npm run try:operate (as root on a Debian)
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { addCoat, buy, sellsTheCoat, signIn } from './operate/customer.ts'
import {
  check,
  commandsOf as commandsIn,
  enterMachine,
  environmentOf,
  journal,
  openShell,
  readDocument,
  untilReady,
} from './operate/machine.ts'

const inside = enterMachine(import.meta.filename, { shop: 'HEAD~1', next: 'HEAD' })
const env = environmentOf(inside)
const document = readDocument('operate.md')
const commandsOf = (section: string) => commandsIn(document, section)

let newest = ''
/** The commit id of the release to go back to. */
let former = ''
const run = openShell(inside, command =>
  command
    .replace('ADDRESS-OF-THIS-REPOSITORY', path.join(inside, 'shop'))
    .replace('ADDRESS-OF-YOUR-REPOSITORY', '/var/own.git')
    .replace('/tmp/hero', `${inside}/hero`)
    .replace('SIGN', former)
    .replace('/copies/', '/var/copies/')
    .replace(/vitrine-\d{4}-\d\d-\d\dT\d{6}Z\.tar\.zst/, path.basename(newest)),
)
const released = async () => /\(([\da-f]{7,})\)/.exec(await run('/opt/vitrine/deploy/shop --version'))?.[1] ?? ''
const backupsOf = async (shop: string) =>
  (await run(`find /var/lib/${shop} -name '*.zst'`)).split('\n').filter(Boolean).sort()

const journalPage = '/opt/vitrine/src/web/routes/blogs.tsx'
/** Changes words of the journal's page that are in a file. */
const changeWords = (before: string, after: string) =>
  writeFileSync(journalPage, readFileSync(journalPage, 'utf8').replaceAll(before, after))
const pageContains = async (words: string) =>
  (await (await fetch('http://127.0.0.1:3000/blogs')).text()).includes(words)

/** Adds the owner's first product and sells it once. */
const sell = async (port: number, password: string) => buy(port, await addCoat(port, await signIn(port, password)))

const settings = [...document.matchAll(/^ {4}([A-Z_]+=\S+)$/gm)]
  .map(([, line = '']) => line)
  .filter(line => !line.startsWith('STRIPE'))
const install = commandsOf('1.').filter(line => !line.startsWith('journalctl'))
for (const command of install) {
  await run(command)
  if (command.startsWith('touch')) writeFileSync('/etc/vitrine.env', `${settings.join('\n')}\n`)
}
try {
  await untilReady(3000, () => /Vitrine is open/.test(journal()))
  const password = /with the password (\S+)/.exec(await run('journalctl -u vitrine'))?.[1] ?? ''
  check('the journal shows the password', password !== '', journal())
  await sell(3000, password)
  const frozen = Number(readFileSync('/run/vitrine.pid', 'utf8'))
  process.kill(frozen, 'SIGSTOP')
  const from = Date.now()
  await untilReady(3000, () => Number(readFileSync('/run/vitrine.pid', 'utf8')) !== frozen)
  check(`a frozen shop is replaced, after ${Math.round((Date.now() - from) / 1000)} s`, await sellsTheCoat(3000))
  changeWords('>Journal<', '>Rose Lane<')
  const [draw = '', drawForPhones = '', ...save] = commandsOf('2.')
  for (const command of save) await run(command)
  const [backup = '', checks = '', list = '', ...others] = commandsOf('5.')
  const [addOwn = '', push = '', restore = '', opensSecond = '', ...bringsBack] = others
  console.log(await run(backup))
  newest = (await backupsOf('vitrine')).at(-1) ?? ''
  mkdirSync('/var/copies')
  copyFileSync(newest, `/var/copies/${path.basename(newest)}`)
  chmodSync('/var/copies', 0o700)
  await run('install -d -o vitrine /var/own.git && su - vitrine -c "git init -q --bare /var/own.git"')
  for (const command of [checks, list, addOwn, push, restore]) console.log(await run(command))
  check(
    'the owner’s repository has the owner’s commit',
    /Our house/.test(await run('su - vitrine -c "git -C /var/own.git log main"')),
  )
  console.log(`$ ${opensSecond}`)
  const second = spawn('sh', ['-c', opensSecond], { cwd: '/', env, stdio: 'ignore' })
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
  for (const command of bringsBack) await run(command)
  await untilReady(3000)
  check('a broken database is restored from its backup', await sellsTheCoat(3000))
  await run('systemctl stop vitrine')
  rmSync('/var/lib/vitrine', { recursive: true })
  await run(bringsBack.find(command => command.startsWith('install')) ?? '')
  await run(`su - vitrine -c 'cd /opt/vitrine && git reset -q --hard HEAD~1'`)
  await run(fetchOwn)
  await run(ontoNewMachine)
  await run('systemctl start vitrine')
  await untilReady(3000)
  check('a new machine has the data of a copy that only root can read', await sellsTheCoat(3000))
  renameSync(path.join(inside, 'next'), path.join(inside, 'shop'))
  former = await released()
  console.log(await run(backup))
  newest = (await backupsOf('vitrine')).at(-1) ?? ''
  const [pull = '', build = '', restart = '', stop = '', goBack = '', , start = '', pushOver = '', ...withBackup] =
    commandsOf('6.')
  for (const command of [pull, build, restart]) await run(command)
  await untilReady(3000)
  check('after an upgrade the shop runs, with the owner’s changes', await pageContains('Rose Lane'))
  const next = await released()
  check('and reports another release', former !== '' && next !== former, former)
  for (const command of [stop, goBack, build, start]) await run(command)
  await untilReady(3000)
  check(
    'the rollback leads to the former release, with the owner’s changes',
    (await pageContains('Rose Lane')) && (await released()) === former,
  )
  await run(pushOver)
  for (const command of [stop, ...withBackup]) await run(command)
  await untilReady(3000)
  check('and with the data moved aside, to the backup', await sellsTheCoat(3000))
  changeWords('Rose Lane', 'Rosa')
  for (const command of save.slice(1)) await run(command)
  await run(pull)
  const photo = path.join(inside, 'hero.jpg')
  await sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#8e2f3c' } }).toFile(photo)
  chmodSync(photo, 0o600)
  for (const command of [draw, drawForPhones, ...save.slice(1), build, restart]) await run(command)
  await untilReady(3000)
  check('the newer release returns, with the changes made after the rollback', await pageContains('Rosa'))
  const merged = await run(`su - vitrine -c 'cd /opt/vitrine && git branch --contains newer^2'`)
  check('and all of it is on main', merged.includes('* main'), merged)
  const shown = await (await fetch('http://127.0.0.1:3000/art/hero-640.webp')).arrayBuffer()
  const { dominant } = await sharp(Buffer.from(shown)).stats()
  check('the owner’s own photo is shown', dominant.r > 2 * dominant.g, JSON.stringify(dominant))
  const own = '/opt/vitrine/deploy/shop'
  const { stderr: slip } = spawnSync(own, ['chek'], { cwd: '/', env, encoding: 'utf8' })
  check(
    'a mistyped command is answered with the path of the command line',
    slip.includes(`${own} --help lists them`),
    slip,
  )

  const [opens, broken] = [commandsOf('8.').slice(0, 7), commandsOf('8.').slice(7)]
  for (const command of opens) {
    await run(command)
    if (command.startsWith('touch')) writeFileSync('/etc/boutique.env', `${settings.join('\n')}\nPORT=4000\n`)
  }
  await untilReady(4000)
  const before = (await backupsOf('vitrine')).length
  console.log(await run('/opt/boutique/deploy/shop backup'))
  const made = await backupsOf('boutique')
  check('the owner’s command line of the second shop works on the second shop', made.length === 1, made)
  check('and not on the first', (await backupsOf('vitrine')).length === before)
  newest = made[0] ?? ''
  for (const command of broken) await run(command)
  await untilReady(4000)
  const told = readFileSync('/var/log/boutique', 'utf8').match(/with the password/g)
  check('its broken database is restored: it has its admin and creates no other', told?.length === 1, told)
  check('while the first shop still sells', await sellsTheCoat(3000))
} finally {
  for (const shop of ['vitrine', 'boutique']) execFileSync('systemctl', ['stop', shop], { env })
}
