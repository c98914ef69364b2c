// Tries the files of deploy/: runs the service's command line as a separate user, with nginx and Caddy with TLS in front of it.
// Prints each check, and exits with 1 if one failed.
//   npm run try:deploy (as root on a Debian; installs nginx and caddy when they are missing)
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tests/support/shop.ts'
import { needPackages } from './debian.ts'

needPackages({
  nginx: '/usr/sbin/nginx',
  caddy: '/usr/bin/caddy',
  curl: '/usr/bin/curl',
  openssl: '/usr/bin/openssl',
  systemd: '/usr/bin/systemd-analyze',
})
const root = path.dirname(import.meta.dirname)
const folder = mkdtempSync('/tmp/vitrine-deploy-')
chmodSync(folder, 0o755)
const place = (name: string) => path.join(folder, name)
const [uid, gid] = [65534, 65534] // nobody
const [shopPort, plainPort, port] = [await freePort(), await freePort(), await freePort()]
const host = 'shop.example'
const origin = `https://${host}:${port}`
const running: ChildProcess[] = []
let failed = 0

function check(what: string, held: boolean, seen: unknown = '') {
  if (!held) failed += 1
  console.log(`${held ? '✓' : '✗'} ${what}${held ? '' : `: ${seen}`}`)
}

function start(program: string, args: string[], options: Parameters<typeof spawn>[2] = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (output += text))
  const ended = new Promise<void>(resolve => child.on('close', () => resolve()))
  running.push(child)
  return { child, ended, output: () => output }
}

/** Sends one request as an outside visitor would. */
function ask(url: string, ...more: string[]) {
  const args = ['-s', '-i', '--max-time', '20', '--cacert', place('cert.pem')]
  const names = [port, plainPort].flatMap(known => ['--resolve', `${host}:${known}:127.0.0.1`])
  const [head = '', body = ''] = execFileSync('curl', [...args, ...names, ...more, url], { encoding: 'latin1' }).split(
    '\r\n\r\n',
  )
  const lines = head.split('\r\n').map(line => line.split(': '))
  const header = (name: string) =>
    lines
      .find(([key = '']) => key.toLowerCase() === name)
      ?.slice(1)
      .join(': ') ?? ''
  return { status: Number(head.split(' ')[1]), header, body }
}

const json = (value: object) => ['-H', 'Content-Type: application/json', '-d', JSON.stringify(value)]

async function untilOpen(what: { output(): string }, isOpen: () => boolean) {
  for (let tries = 0; tries < 300; tries++) {
    if (isOpen()) return
    await sleep(200)
  }
  throw new Error(`It did not open: ${what.output()}`)
}

/** Starts the command of the unit, with its environment, as a user that owns only the data. */
async function openShop() {
  const unit = readFileSync(path.join(root, 'deploy/vitrine.service'), 'utf8')
  const setIn = (key: string) =>
    unit
      .split('\n')
      .find(line => line.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? ''
  for (const part of ['src', 'demo', 'build', 'node_modules', 'package.json', 'scripts'])
    cpSync(path.join(root, part), place(`opt/${part}`), { recursive: true, verbatimSymlinks: true })
  for (const data of ['state', 'cache']) {
    mkdirSync(place(data), { mode: 0o700 })
    chownSync(place(data), uid, gid)
  }
  const set = setIn('Environment')
    .replace('/var/lib/vitrine', place('state'))
    .replace('/var/cache/vitrine', place('cache'))
    .split(' ')
    .map(pair => pair.split('='))
  const env = {
    ...Object.fromEntries(set),
    PATH: '/usr/bin:/bin',
    PORT: String(shopPort),
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
    PAYMENTS: 'sandbox',
    SEED: 'demo',
    ADMIN_PASSWORD: 'chosen by the owner',
  }
  writeFileSync(place('vitrine.service'), unit.replaceAll('/opt/vitrine', place('opt')))
  execFileSync('systemd-analyze', ['verify', place('vitrine.service')], { stdio: 'inherit' })
  const command = setIn('ExecStart').replace('/opt/vitrine', place('opt'))
  const shop = start(command, [], { env, cwd: place('opt'), uid, gid })
  await untilOpen(shop, () => shop.output().includes('Vitrine is open'))
  return shop
}

async function checkVisit(name: string) {
  const home = ask(`${origin}/`, '-H', 'Accept-Encoding: br')
  check(`${name}: the home page over TLS, compressed`, home.status === 200 && home.header('content-encoding') === 'br')
  const again = ask(`${origin}/`, '-H', 'Accept-Encoding: br', '-H', `If-None-Match: ${home.header('etag')}`)
  check(`${name}: 304 for a matching ETag`, again.status === 304, again.status)
  const moved = ask(`http://${host}:${plainPort}/shop?page=2`)
  check(
    `${name}: http redirects to https`,
    moved.status === 308 && /^https:.*\/shop\?page=2$/.test(moved.header('location')),
    moved.header('location'),
  )
  const admin = json({ email: 'admin@vitrine.example', password: 'chosen by the owner' })
  let login = ask(`${origin}/api/auth/login`, ...admin)
  for (
    ;
    login.status === 429;
    login = ask(`${origin}/api/auth/login`, ...admin) // the failed logins through the other proxy count, too
  )
    await sleep(1_000 * Number(login.header('retry-after')))
  check(
    `${name}: a login sets a cookie for https only`,
    /Secure/.test(login.header('set-cookie')),
    login.header('set-cookie'),
  )
  const cookie = login.header('set-cookie').split(';')[0] ?? ''
  writeFileSync(place('picture'), JSON.stringify({ image: `data:image/png;base64,${'A'.repeat(10_000_000)}` }))
  const large = ask(
    `${origin}/api/uploadImage`,
    '-H',
    `Cookie: ${cookie}`,
    '-H',
    'Content-Type: application/json',
    '-d',
    `@${place('picture')}`,
  )
  check(`${name}: a large picture reaches the shop, which refuses it`, large.status === 415, large.status)
  check(`${name}: /metrics is not for visitors`, ask(`${origin}/metrics`).status === 404)
  const product = JSON.parse(ask(`${origin}/api/products?limit=1`).body).data.products[0]
  const line = { _id: product._id, variantId: product.sizes?.[0]?._id, quantity: 1 }
  const order = JSON.parse(ask(`${origin}/api/orders/create-checkout-session`, ...json({ products: [line] })).body)
  check(`${name}: a checkout leads to a page of this origin`, String(order.url).startsWith(origin), order.url)
  check(`${name}: which opens`, ask(order.url).status === 200)
  const wrong = Array.from({ length: 40 }, (_, n) =>
    ask(
      `${origin}/api/auth/login`,
      '-H',
      `X-Forwarded-For: 10.0.0.${n}`,
      ...json({ email: `${name}${n}@shop.test`, password: 'wrong password' }),
    ),
  )
  check(`${name}: a client with forged addresses is one visitor`, wrong.at(-1)?.status === 429, wrong.at(-1)?.status)
}

async function behindNginx() {
  const site = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${shopPort}`)
    .replace('https://shop.example$', `${origin}$`)
    .replaceAll('/etc/ssl/shop.example/fullchain.pem', place('cert.pem'))
    .replaceAll('/etc/ssl/shop.example/privkey.pem', place('key.pem'))
    .replace('proxy_set_header Host $host;', 'proxy_set_header Host $http_host;')
  writeFileSync(place('site.conf'), site)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${place(name)};`)
    .join(' ')
  writeFileSync(
    place('nginx.conf'),
    `daemon off; pid ${place('nginx.pid')}; error_log stderr error; events {} http { ${paths} access_log off; include ${place('site.conf')}; }`,
  )
  execFileSync('nginx', ['-t', '-q', '-c', place('nginx.conf')])
  const nginx = start('nginx', ['-c', place('nginx.conf')])
  await untilOpen(nginx, () => opens())
  await checkVisit('nginx')
  nginx.child.kill('SIGQUIT')
  await nginx.ended
  check('nginx: no complaint', nginx.output() === '', nginx.output())
}

async function behindCaddy() {
  const site = readFileSync(path.join(root, 'deploy/Caddyfile'), 'utf8')
    .replace('shop.example {', `${host}:${port} {\n\tbind 127.0.0.1\n\ttls ${place('cert.pem')} ${place('key.pem')}`)
    .replace('127.0.0.1:3000', `127.0.0.1:${shopPort}`)
  writeFileSync(
    place('Caddyfile'),
    `{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tdefault_bind 127.0.0.1\n}\n${site}`,
  )
  const options = { env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } }
  execFileSync('caddy', ['validate', '--config', place('Caddyfile'), '--adapter', 'caddyfile'], {
    ...options,
    stdio: 'pipe',
  })
  const caddy = start('caddy', ['run', '--config', place('Caddyfile'), '--adapter', 'caddyfile'], options)
  await untilOpen(caddy, () => opens())
  await checkVisit('Caddy')
  caddy.child.kill('SIGTERM')
  await caddy.ended
}

function opens(): boolean {
  try {
    return ask(`${origin}/health/live`).status === 200
  } catch (error) {
    if ((error as { status?: number }).status === 7) return false // nothing listens yet
    throw error
  }
}

try {
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      `/CN=${host}`,
      '-addext',
      `subjectAltName=DNS:${host}`,
      '-keyout',
      place('key.pem'),
      '-out',
      place('cert.pem'),
    ],
    { stdio: 'ignore' },
  )
  const shop = await openShop()
  check('the service opens as a user that owns only its data', true)
  await behindNginx()
  await behindCaddy()
  shop.child.kill('SIGTERM')
  await shop.ended
  check('the service exits with 0 on SIGTERM', shop.child.exitCode === 0, shop.child.exitCode)
  check('and leaves no process running', spawnSync('pgrep', ['-f', folder]).status === 1)
} finally {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failed > 0 ? 1 : 0)
