// A shop process with a filled catalogue: the shop runs on core 0, its database and the load generator on core 1.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostmaster } from '../src/server/db/embedded/postmaster.ts'
import { childrenOf, pinTo } from '../tests/support/cores.ts'
import { freePort, type Shop, startShop } from '../tests/support/shop.ts'
import { fillShop } from './fill.ts'

export const admin = { email: 'owner@shop.test', password: 'correct horse battery 9' }

export interface FilledShop {
  url: string
  /** The Host header that its pages expect. */
  host: string
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Resident memory of its first process, in MiB. */
  memory(): number
  /** CPU time of its processes, in seconds. */
  cpu(): number
  /** Restarts the shop. @returns the time from the start to the first page, in milliseconds */
  restart(env?: Record<string, string>): Promise<number>
  /** Stops the shop and deletes its files. */
  remove(): Promise<void>
}

/** Starts an empty shop and fills it. */
export async function openFilledShop(products: number, orders: number): Promise<FilledShop> {
  const dataDir = mkdtempSync('/tmp/vitrine-bench-')
  chmodSync(dataDir, 0o711) // otherwise root's database would be stored elsewhere
  const port = String(await freePort())
  const host = `localhost:${port}`
  let shop: Shop
  let pool: pg.Pool | undefined

  async function start(env: Record<string, string> = {}): Promise<number> {
    const begin = performance.now()
    shop = await startShop(
      {
        ...{ DATA_DIR: dataDir, PORT: port, TRUST_PROXY: 'loopback', LOG_LEVEL: 'warn' },
        ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
        ...env,
      },
      ['taskset', '-c', '0', 'scripts/serve.sh'],
    )
    if (!shop.output().includes('Vitrine is open')) throw new Error(`The shop did not start\n${shop.output()}`)
    const answer = await fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' })
    if (answer.status >= 400) throw new Error(`The shop answered ${answer.status}`)
    const took = performance.now() - begin
    const { pid } = await databaseOf(dataDir)
    pinTo(1, [pid, ...childrenOf(pid)])
    pool = new pg.Pool({ ...(await connectionOf(dataDir)), max: 2 })
    pool.on('error', () => undefined) // the database may close first
    return took
  }

  async function stop(): Promise<void> {
    await pool?.end()
    shop.kill('SIGTERM')
    await shop.ended
  }

  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    if (!pool) throw new Error('The shop was never started')
    return (await pool.query<Row>(text, values)).rows
  }

  await start()
  await query('truncate product, product_count, product_fits_count, product_sale_count, "user" cascade')
  await fillShop(await connectionOf(dataDir), { products, orders })
  await stop()
  await start()

  return {
    url: `http://127.0.0.1:${port}`,
    host,
    query,
    memory: () => residentOf(shop.pid) / 1024,
    cpu: () => [shop.pid, ...childrenOf(shop.pid).filter(isShop)].reduce((sum, pid) => sum + cpuOf(pid), 0),
    async restart(env) {
      await stop()
      return await start(env)
    },
    async remove() {
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Empties the shop's cache every 20 ms, because a small catalogue would soon be cached completely. */
export function startClearingCache({ query }: Pick<FilledShop, 'query'>): { end(): Promise<void> } {
  let isOver = false
  const done = (async () => {
    while (!isOver) {
      await query("select pg_notify('shop_changed', 'all')")
      await sleep(20)
    }
  })()
  return {
    async end() {
      isOver = true
      await done
    },
  }
}

async function databaseOf(dataDir: string) {
  const pointer = path.join(dataDir, 'database.location')
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'database')
  const postmaster = await findPostmaster(folder)
  if (!postmaster) throw new Error('The shop has no database')
  return postmaster
}

const connectionOf = async (dataDir: string) => ({
  host: (await databaseOf(dataDir)).socketFolder,
  port: 5432,
  user: 'vitrine',
  database: 'vitrine',
})

/** False for the database, which is a child of the shop too. */
const isShop = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts')

/** Resident memory, in KiB. */
const residentOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

const ticksPerSecond = 100

/** CPU time, in seconds. */
function cpuOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) / ticksPerSecond
}
