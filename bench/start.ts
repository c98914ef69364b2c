// Measures the time to the first page: from a bare clone of the last commit, and at later starts.
//   npm run bench:start
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../tests/support/shop.ts'

const warmStarts = 5
const root = path.dirname(import.meta.dirname)
const temp = mkdtempSync('/tmp/vitrine-bench-')
chmodSync(temp, 0o755) // otherwise root's database would be stored elsewhere
const clone = path.join(temp, 'clone')
const port = String(await freePort())
let shop: ReturnType<typeof spawn> | undefined

process.on('SIGINT', () => process.exit(130)).on('SIGTERM', () => process.exit(143))
process.on('exit', cleanUp)

const phases: [RegExp, string][] = [
  [/Installing packages/, 'installing begins'],
  [/Building the pages/, 'building begins'],
  [/Vitrine is open/, 'the shop is open'],
]
const rows: [string, string][] = []

execFileSync('git', ['clone', '--quiet', root, clone])
const first = await start()
for (const [name, ms] of first.phases) rows.push([`bare clone: ${name}`, seconds(ms)])
rows.push(['bare clone: first page with status 200', seconds(first.page)])
rows.push(['bare clone: first picture of that page', seconds(first.picture)])
await stop()

const warm: number[] = []
for (let n = 0; n < warmStarts; n++) {
  warm.push((await start()).page)
  await stop()
}
const sorted = warm.toSorted((a, b) => a - b)
rows.push([`warm start: first page, median of ${warmStarts}`, seconds(sorted[Math.floor(warmStarts / 2)])])
rows.push([`warm start: first page, slowest of ${warmStarts}`, seconds(sorted.at(-1))])

const widest = Math.max(...rows.map(([name]) => name.length))
for (const [name, value] of rows) console.log(`${name.padEnd(widest)}  ${value}`)

async function start() {
  const begin = performance.now()
  const seen: [string, number][] = []
  // As on a new machine: only the machine's own Node, and an empty npm cache.
  const machinePath = (process.env.PATH ?? '').split(path.delimiter).filter(folder => !folder.includes('node_modules'))
  const env = {
    HOME: process.env.HOME,
    PATH: machinePath.join(path.delimiter),
    PORT: port,
    npm_config_cache: path.join(temp, 'npm'),
  }
  shop = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [shop.stdout, shop.stderr])
    stream?.setEncoding('utf8').on('data', text => {
      output += text
      for (const [pattern, name] of phases)
        if (pattern.test(output) && !seen.some(([known]) => known === name))
          seen.push([name, performance.now() - begin])
    })

  const url = `http://localhost:${port}/`
  const html = await untilServed(url, () => output)
  const page = performance.now() - begin
  const source = html.match(/<img[^>]* src="([^"]+)"/)?.[1]
  if (!source) throw new Error('The first page shows no picture')
  await untilServed(new URL(source.replaceAll('&amp;', '&'), url).href, () => output)
  return { phases: seen, page, picture: performance.now() - begin }
}

async function untilServed(url: string, output: () => string): Promise<string> {
  for (;;) {
    const response = await fetch(url).catch((error: Error) => error)
    if (response instanceof Response && response.status === 200) return response.text()
    if (response instanceof Response) throw new Error(`${url} answered ${response.status}\n${output()}`)
    if (shop?.exitCode !== null) throw new Error(`npm start ended\n${output()}`)
    await sleep(20)
  }
}

async function stop() {
  const ended = new Promise(resolve => shop?.once('close', resolve))
  shop?.kill('SIGTERM')
  await ended
  shop = undefined
}

function cleanUp() {
  if (shop?.pid && shop.exitCode === null) process.kill(-shop.pid, 'SIGKILL')
  const pidFile = path.join(clone, 'data/database/postmaster.pid')
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
  rmSync(temp, { recursive: true, force: true })
}

function seconds(ms = 0) {
  return `${(ms / 1000).toFixed(2).padStart(6)} s`
}
