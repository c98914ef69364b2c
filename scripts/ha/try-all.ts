import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginShop, type Shop } from '../../tests/support/shop.ts'
import { brokenPromises } from './books.ts'
import { type Cluster, startCluster, until } from './cluster.ts'
import { type Fault, faultsOf } from './faults.ts'
import type { Machine } from './machine.ts'
import { printTable, type Row } from './table.ts'
import { ask, balancer, isGood, json, letVisit, type Reply, type Visits } from './visitors.ts'

const root = path.resolve(import.meta.dirname, '../..')
const admin = { email: 'ada@shop.test', password: 'chosen by the owner' }
/** What is printed of the log of each database when the trial aborts. */
const logLines = 60
const wellMs = 5_000
/** A change is visible on all machines after this time. */
const freshMs = 1_000

/**
 * Tries the faults with these names, or all of them, and prints the table.
 * @returns whether all bars were met
 */
export async function tryAll(folder: string, names: string[]): Promise<boolean> {
  const cluster = await startCluster(folder)
  const shops = await openShops(cluster, folder)
  const door = spawn('haproxy', ['-db', '-f', `${root}/deploy/ha/balancer.cfg`], { stdio: 'inherit' })
  const product = await sellProduct(cluster)
  const faults = faultsOf(cluster).filter(({ name }) => names.length === 0 || names.includes(name))
  const rows: Row[] = []
  try {
    for (const fault of faults) rows.push(await seeThrough(cluster, fault, product))
  } catch (error) {
    printTable(rows)
    for (const shop of shops) console.error(shop.output().slice(-4_000))
    console.error(await cluster.members())
    for (const machine of cluster.databases)
      console.error(
        machine.name,
        await machine.run(`grep -v lone_writer /var/log/patroni@15-shop.log | tail -n ${logLines}`),
      )
    throw error
  } finally {
    door.kill('SIGTERM')
    for (const shop of shops) shop.kill('SIGTERM')
    await Promise.all(shops.map(({ ended }) => ended))
  }
  const isMet = printTable(rows)
  if (!isMet) for (const shop of shops) console.error(shop.output().slice(-8_000))
  return isMet
}

/** Opens a shop on each shop machine: a data folder of its own, and one picture folder for both. */
async function openShops({ apps, settings }: Cluster, folder: string): Promise<Shop[]> {
  const pictures = path.join(folder, 'pictures')
  mkdirSync(pictures)
  const shops: Shop[] = []
  for (const machine of apps) {
    await machine.run(`mkdir -p /var/lib/vitrine/images && mount --bind ${pictures} /var/lib/vitrine/images`)
    const env = {
      ...settings,
      DATA_DIR: '/var/lib/vitrine',
      PORT: '3000',
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
    }
    const shop = await beginShop(env, [...machine.enter, 'sh', '-c', 'cd /opt/vitrine && exec node src/server/main.ts'])
    shops.push(shop)
    await Promise.race([shop.opened, shop.ended])
    if (!shop.output().includes('Vitrine is open')) throw new Error(`No shop on ${machine.name}: ${shop.output()}`)
  }
  return shops
}

async function sellProduct({ query }: Cluster): Promise<string> {
  const id = randomUUID()
  await query(
    `insert into product (id, name, category, color, description, price_cents, created_at, updated_at)
     values ($1, 'Linen coat', 'dress', 'black', 'Falls well', 18000, now(), now())`,
    [id],
  )
  await query('create table if not exists lone_writer (id text primary key)')
  return id
}

async function seeThrough(cluster: Cluster, fault: Fault, product: string): Promise<Row> {
  const { apps, leader, standby, untilWhole } = cluster
  await untilWhole()
  const addresses = apps.map(({ address }) => address)
  const struck = await until('there is a machine to strike', fault.atStandby ? standby : leader)
  const writers = cluster.databases.map(machine => startLoneWriter(cluster, machine))
  const visits = letVisit([...addresses, balancer], product)
  await sleep(wellMs)

  console.log(`\n${fault.name}: ${struck.name}`)
  const begun = performance.now()
  await Promise.all([fault.strike(struck), sleep(fault.lastsMs)])
  const stale = await countStale(addresses, product)
  const mended = performance.now()
  await fault.mend(struck)
  await untilWhole()
  const wholeAfterMs = performance.now() - mended
  const staleAgain = await countStale(addresses, product)
  await sleep(wellMs)
  await visits.end()
  const lone = writers.flatMap(end => end())
  const broken = await brokenPromises(cluster, visits.promised, lone)
  return { fault: fault.name, ...figuresOf(visits, begun), ...broken, stale: stale + staleAgain, wholeAfterMs }
}

/** Returns a function that ends it and returns the ids that were confirmed. */
function startLoneWriter({ settings }: Cluster, { address, name, enter }: Machine): () => string[] {
  const [program = '', ...words] = enter
  const url = (settings.DATABASE_URL ?? '').replace('127.0.0.1:5000', `${address}:5432`)
  const child: ChildProcess = spawn(program, [
    ...words,
    process.execPath,
    `${root}/scripts/ha/lone-writer.ts`,
    url,
    name,
  ])
  let output = ''
  child.stdout?.on('data', text => {
    output += text
  })
  child.stderr?.on('data', text => console.error(`${name}: ${text}`))
  return () => {
    child.kill('SIGKILL')
    return output.split('\n').slice(0, -1)
  }
}

/** Changes the price at one machine, and counts the pages of the other that show the old one a second later; five times. */
async function countStale(machines: string[], product: string): Promise<number> {
  let stale = 0
  for (let n = 0; n < 5; n++) {
    const here = machines[n % 2] ?? ''
    const there = machines[(n + 1) % 2] ?? ''
    const pages = [`/api/products/${product}`, `/shop/${product}`, '/api/products', '/shop']
    await Promise.all(pages.map(page => ask(there, 'other', page))) // it caches the old price
    const price = (100 + Math.floor(Math.random() * 80_000) / 100).toFixed(2)
    await changePrice(here, product, price)
    await sleep(freshMs)
    const shown = await Promise.all(pages.map(page => ask(there, 'other', page)))
    for (const { path: page, status, body } of shown) {
      if (status === 200 && body.includes(page.startsWith('/api') ? String(Number(price)) : price)) continue
      console.error(`stale: ${page} at ${there} does not show ${price}: ${status}`)
      stale += 1
    }
  }
  return stale
}

const cookies = new Map<string, string>()

async function changePrice(machine: string, product: string, price: string): Promise<void> {
  await until('the price can be changed', async () => {
    const cookie = cookies.get(machine) ?? (await ask(machine, 'other', '/api/auth/login', json(admin))).cookie
    if (!cookie) return false
    cookies.set(machine, cookie)
    const request = { ...json({ price }, { cookie }), method: 'PATCH' }
    const changed = await ask(machine, 'other', `/api/products/update-product/${product}`, request)
    if (!isGood(changed)) console.error(`no new price: ${changed.status} ${changed.body.slice(0, 200)}`)
    return isGood(changed)
  })
}

/** The figures of all answers. */
function figuresOf({ replies, promised }: Visits, begun: number) {
  const pages = replies.filter(({ what }) => what === 'page')
  const writes = replies.filter(({ what }) => what !== 'page')
  const failed = writes.filter(reply => !isGood(reply) && reply.to > begun)
  const isOdd = (reply: Reply) => !isGood(reply) && reply.status !== 503
  const lost = pages.filter(reply => !isGood(reply))
  const odd = replies.filter(isOdd)
  for (const { what, path: page, machine, status, body, from, to } of [...lost, ...odd].slice(0, 15))
    console.error(
      `${what} ${page} at ${machine}: ${status}, ${((from - begun) / 1000).toFixed(1)} s after the fault, ${(to - from).toFixed(0)} ms, ${body.slice(0, 150)}`,
    )
  return {
    orders: promised.ordered.size,
    paid: promised.paid.size,
    writesBackMs: Math.max(0, ...outagesOf(writes, begun)),
    refused: failed.length,
    pages: pages.length,
    pagesFailed: lost.length,
    slowestPageMs: Math.max(...pages.map(({ from, to }) => to - from)),
    odd: odd.length,
  }
}

/** On each machine, the time from the fault to the first write that succeeded after the last one that did not. */
function outagesOf(writes: Reply[], begun: number): number[] {
  const machines = [...new Set(writes.map(({ machine }) => machine))]
  return machines.map(name => {
    const here = writes.filter(({ machine, to }) => machine === name && to > begun)
    const lastBad = Math.max(0, ...here.filter(reply => !isGood(reply)).map(({ to }) => to))
    if (lastBad === 0) return 0
    return Math.min(...here.filter(reply => isGood(reply) && reply.to > lastBad).map(({ to }) => to)) - begun
  })
}
