// Follows docs/archive.md on a machine of its own: turns the archive on, loses the machine, and goes back to an earlier moment.
// The commands are read from the document; s3rver is the storage.
//   npm run try:archive (as root on a Debian)
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startS3 } from '#server/images/images.fixture.ts'
import { addCoat, buy, sellsTheCoat, signIn } from './operate/customer.ts'
import {
  check,
  commandsOf,
  enterMachine,
  environmentOf,
  journal,
  openShell,
  readDocument,
  untilReady,
} from './operate/machine.ts'

/** A segment of the log leaves the machine after 15 s. */
const untilArrivedMs = 20_000

const inside = enterMachine(import.meta.filename, { shop: 'HEAD' })
const operate = readDocument('operate.md')
const archive = readDocument('archive.md')

const run = openShell(inside, command =>
  command
    .replace('ADDRESS-OF-THIS-REPOSITORY', path.join(inside, 'shop'))
    .replace('npm run shop --', '/opt/vitrine/deploy/shop'),
)

const settingsIn = (document: string, name: RegExp) =>
  [...document.matchAll(/^ +([A-Z0-9_]+=\S+)$/gm)].map(([, line = '']) => line).filter(line => name.test(line))

/** The commands that install the shop, and those that start it. */
const [install, start] = (() => {
  const commands = commandsOf(operate, '1.').filter(line => !line.startsWith('journalctl'))
  const service = commands.findIndex(command => command.startsWith('cp ') && command.includes('vitrine.service'))
  return [commands.slice(0, service), commands.slice(service).filter(line => /^(?:cp|systemctl) .*vitrine/.test(line))]
})()

async function installWith(settings: string[]) {
  for (const command of install) {
    await run(command)
    if (command.startsWith('touch')) writeFileSync('/etc/vitrine.env', `${settings.join('\n')}\n`)
  }
}

const [makeKey = ''] = commandsOf(archive, 'Turn it on')
const [restoreNow = ''] = commandsOf(archive, 'The worst day')
const [restoreMoment = ''] = commandsOf(archive, 'An earlier moment')

async function untilArchived() {
  await sleep(untilArrivedMs)
  const readiness = await fetch('http://127.0.0.1:3000/health/ready')
  const { checks } = await readiness.json()
  check('nothing waits for the archive', checks.archive === 'ok', JSON.stringify(checks))
}

const orders = async (token: string) => {
  const response = await fetch('http://127.0.0.1:3000/api/orders', { headers: { authorization: `Bearer ${token}` } })
  return (await response.json()).data.length as number
}

const s3 = await startS3()
try {
  const shopSettings = settingsIn(operate, /^(?!STRIPE)/).slice(0, 4)
  await installWith(shopSettings)
  for (const command of start) await run(command)
  await untilReady(3000, () => /Vitrine is open/.test(journal()))
  const password = /with the password (\S+)/.exec(journal())?.[1] ?? ''
  let token = await signIn(3000, password)
  const coat = await addCoat(3000, token)
  await buy(3000, coat)

  const key = /AGE-SECRET-KEY-1\w+/.exec(await run(makeKey))?.[0] ?? ''
  check('the command makes a key', key !== '')
  const own: Record<string, string | undefined> = {
    ARCHIVE_KEY: key,
    ARCHIVE_BUCKET: s3.settings.bucket,
    ARCHIVE_ENDPOINT: s3.settings.endpoint,
    ARCHIVE_ACCESS_KEY_ID: s3.settings.accessKeyId,
    ARCHIVE_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  }
  const archiveSettings = settingsIn(archive, /^ARCHIVE_/).map(line => {
    const [name = '', example] = line.split('=')
    return `${name}=${own[name] ?? example}`
  })
  check('the document names every setting of the storage', archiveSettings.length === 6, archiveSettings)
  appendFileSync('/etc/vitrine.env', `${archiveSettings.join('\n')}\n`)
  await run('systemctl restart vitrine')
  const tellsArchive = () => journal().includes('Every change is archived in the bucket')
  await untilReady(3000, tellsArchive)
  await untilArchived()
  await buy(3000, coat)
  await untilArchived()

  console.log('The machine is gone.')
  await run('pkill -KILL -u vitrine; systemctl stop vitrine')
  for (const place of ['/opt/vitrine', '/var/lib/vitrine', '/etc/vitrine.env', '/etc/systemd/system/vitrine.service'])
    rmSync(place, { recursive: true, force: true })
  await run('userdel vitrine; rm -rf /var/log/vitrine /var/lib/vitrine /var/cache/vitrine')
  await installWith([...shopSettings, ...archiveSettings])
  console.log(await run(restoreNow))
  for (const command of start) await run(command)
  await untilReady(3000, tellsArchive)
  token = await signIn(3000, password)
  check('the new machine sells the coat and has both orders', (await sellsTheCoat(3000)) && (await orders(token)) === 2)
  check('nobody was told another password', !/with the password/.test(journal()))

  await untilArchived()
  const moment = new Date().toISOString().slice(0, 19).replace('T', ' ')
  await sleep(1_100)
  const deleted = await fetch(`http://127.0.0.1:3000/api/products/${coat}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  check('the only product is deleted', deleted.ok && !(await sellsTheCoat(3000)), deleted.status)
  await untilArchived()
  await run('systemctl stop vitrine')
  await run('mv /var/lib/vitrine /var/lib/vitrine-aside && install -d -m 700 -o vitrine -g vitrine /var/lib/vitrine')
  console.log(await run(restoreMoment.replace(/'[\d :-]+'/, `'${moment}'`)))
  await run('systemctl start vitrine')
  await untilReady(3000, tellsArchive)
  check('the product of the earlier moment is sold', await sellsTheCoat(3000))
  check('the former data is aside', existsSync('/var/lib/vitrine-aside'))
} catch (error) {
  if (existsSync('/var/log/vitrine')) console.error(readFileSync('/var/log/vitrine', 'utf8').slice(-2_000))
  throw error
} finally {
  execFileSync('systemctl', ['stop', 'vitrine'], { env: environmentOf(inside) })
  await s3.close()
}
