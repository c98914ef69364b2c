import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Machine, makeNetwork, startMachine } from './machine.ts'

const root = path.resolve(import.meta.dirname, '../..')
const patienceMs = 60_000
const databaseMb = 900

/** One line of what Patroni knows of its machines. */
interface Member {
  name: string
  role: string
  state: string
  lag?: number | string
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Starts three database machines and two shop machines, and follows sections 1 to 3 of docs/high-availability.md on them. */
export async function startCluster(folder: string) {
  makeNetwork()
  const begin = (name: string, last: number, mb?: number) =>
    startMachine(name, `10.0.0.${last}`, path.join(folder, name), mb)
  const databases = await Promise.all([1, 2, 3].map(n => begin(`db${n}`, 10 + n, databaseMb)))
  const apps = await Promise.all([1, 2].map(n => begin(`app${n}`, 20 + n)))

  const guide = readFileSync(path.join(root, 'docs/high-availability.md'), 'utf8')
  const sectionOf = (number: number) => guide.split(/^## /m).find(text => text.startsWith(`${number}. `)) ?? ''
  const linesOf = (number: number) => [...sectionOf(number).matchAll(/^ {4}(\S.*)$/gm)].map(([, line = '']) => line)
  /** The commands of a section. The packages are installed already, for all machines. */
  const commandsOf = (number: number) => linesOf(number).filter(line => !/^(apt-get |[A-Z_]+=)/.test(line))

  async function follow(machine: Machine, commands: string[]) {
    for (const command of commands) {
      console.log(`${machine.name}# ${command}`)
      const output = await machine.run(command)
      if (output) console.log(output.trimEnd())
    }
  }

  const isStart = (line: string) => line.startsWith('systemctl enable')
  const [etcd = '', ...patroni] = commandsOf(1).filter(isStart)
  const show = commandsOf(1).at(-1) ?? ''
  for (const machine of databases)
    await follow(
      machine,
      commandsOf(1).filter(line => !isStart(line) && line !== show),
    )
  for (const machine of databases) await follow(machine, [etcd])
  for (const machine of databases) {
    await follow(machine, patroni)
    await until(`Patroni runs on ${machine.name}`, async () =>
      (await membersSeenBy(machine))?.some(({ name, state }) => name === machine.name && isWell(state)),
    )
  }
  await untilWhole()
  await follow(databases[0] as Machine, [show, ...commandsOf(2)])
  for (const machine of apps) await follow(machine, commandsOf(3))
  const settings = Object.fromEntries(
    linesOf(3).flatMap(line => [...line.matchAll(/^([A-Z_]+)=(.*)$/g)].map(([, key, value]) => [key, value])),
  ) as Record<string, string>

  /** What Patroni says on the machines that it answers on. */
  async function members(): Promise<Member[]> {
    const seen = await Promise.all(databases.map(membersSeenBy))
    return seen.find(each => each?.some(({ role }) => role === 'leader')) ?? []
  }

  async function leader(): Promise<Machine | undefined> {
    const isPrimary = await Promise.all(databases.map(({ address }) => answers(address, '/primary')))
    return databases.find((_, n) => isPrimary[n])
  }

  async function standby(): Promise<Machine | undefined> {
    const isSync = await Promise.all(databases.map(({ address }) => answers(address, '/sync')))
    return databases.find((_, n) => isSync[n])
  }

  async function untilWhole() {
    await until('all three databases run, one of them as synchronous standby', async () => {
      const seen = await members()
      const are = (role: string) => seen.filter(each => each.role === role).length === 1
      return (
        seen.length === 3 &&
        seen.every(({ state, lag = 0 }) => isWell(state) && lag === 0) &&
        are('leader') &&
        are('sync_standby') &&
        are('replica')
      )
    })
  }

  /** Runs a query at the primary, as the shop's user. */
  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const primary = await until('there is a primary', leader)
    const connectionString = (settings.DATABASE_URL ?? '').replace('127.0.0.1:5000', `${primary.address}:5432`)
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  return { databases, apps, settings, follow, commandsOf, members, leader, standby, untilWhole, query }
}

const isWell = (state: string) => state === 'running' || state === 'streaming'

const ask = (address: string, place: string) =>
  fetch(`http://${address}:8008${place}`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)

const answers = async (address: string, place: string) => (await ask(address, place))?.status === 200

async function membersSeenBy({ address }: Machine): Promise<Member[] | undefined> {
  const response = await ask(address, '/cluster')
  const text = await response?.text().catch(() => undefined)
  return text && response?.ok ? JSON.parse(text).members : undefined
}

/** Polls until the result is truthy. */
export async function until<T>(what: string, look: () => Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(200)) {
    const seen = await look()
    if (seen) return seen
  }
  throw new Error(`In vain for ${patienceMs / 1000} s: ${what}`)
}
