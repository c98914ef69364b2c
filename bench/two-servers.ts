// A PostgreSQL primary, its replica, and a pooler in front of the primary: Debian's packages, in a temporary folder, reachable over
// Unix sockets only.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { needPackages } from '../scripts/debian.ts'

const programs = { postgresql: '/usr/lib/postgresql', pgbouncer: '/usr/sbin/pgbouncer' }

/** Returns the folder of PostgreSQL's programs; installs them when they are missing. */
function findPrograms(): string {
  needPackages(programs)
  const [version = ''] = readdirSync(programs.postgresql).sort((a, b) => Number(b) - Number(a))
  return path.join(programs.postgresql, version, 'bin')
}

export type Server = Awaited<ReturnType<typeof startServers>>

export async function startServers() {
  const bin = findPrograms()
  const [uid, gid] = ['-u', '-g'].map(what => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' })))
  const folder = mkdtempSync('/tmp/vitrine-scale-')
  chmodSync(folder, 0o711)
  const place = (name: string) => path.join(folder, name)
  for (const name of ['primary', 'replica', 'pooler']) {
    mkdirSync(place(name), { mode: 0o700 })
    chownSync(place(name), uid ?? 0, gid ?? 0)
  }
  const as = { uid, gid, cwd: '/', env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' }, stdio: 'ignore' as const }
  const run = (program: string, ...args: string[]) => execFileSync(path.join(bin, program), args, as)
  const running = new Map<string, ChildProcess>()

  function begin(name: string, program: string, args: string[]) {
    running.set(name, spawn(program, args, as))
  }
  async function end(name: string, signal: NodeJS.Signals) {
    const child = running.get(name)
    running.delete(name)
    if (!child || child.exitCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill(signal)
    await ended
  }

  const startPostgres = (name: 'primary' | 'replica') =>
    begin(name, path.join(bin, 'postgres'), [
      ...['-D', place(`${name}/data`), '-c', `unix_socket_directories=${place(name)}`],
      ...['-c', 'listen_addresses=', '-c', 'max_connections=100', '-c', 'shared_preload_libraries=pg_stat_statements'],
    ])
  const pooler = { start: () => begin('pooler', programs.pgbouncer, [place('pooler/pgbouncer.ini')]) }
  const at = (name: string, port: number, database: string) =>
    `postgres://vitrine@${encodeURIComponent(place(name))}:${port}/${database}`
  const urls = {
    direct: at('primary', 5432, 'vitrine'),
    pooler: at('pooler', 6432, 'vitrine'),
    replica: at('replica', 5432, 'vitrine'),
  }

  const initdb = ['-U', 'vitrine', '-E', 'UTF8', '--locale=C.UTF-8', '--auth-local=trust', '--auth-host=reject']
  run('initdb', '-D', place('primary/data'), ...initdb)
  startPostgres('primary')
  await untilUp(at('primary', 5432, 'postgres'))
  run('createdb', '-h', place('primary'), '-U', 'vitrine', 'vitrine')
  run('pg_basebackup', '-h', place('primary'), '-U', 'vitrine', '-D', place('replica/data'), '-R', '-X', 'stream')
  startPostgres('replica')
  await untilUp(urls.replica)

  writeFileSync(place('pooler/users.txt'), '"vitrine" ""\n')
  writeFileSync(
    place('pooler/pgbouncer.ini'),
    `[databases]
vitrine = host=${place('primary')} port=5432 dbname=vitrine
[pgbouncer]
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
listen_addr =
listen_port = 6432
unix_socket_dir = ${place('pooler')}
auth_type = trust
auth_file = ${place('pooler/users.txt')}
`,
  )
  pooler.start()
  await untilUp(urls.pooler)

  return {
    urls,
    /** The DATA_DIR of the shops. */
    dataDir: place('data'),
    replica: {
      stop: () => end('replica', 'SIGINT'),
      async start() {
        startPostgres('replica')
        await untilUp(urls.replica)
      },
    },
    pooler: {
      stop: () => end('pooler', 'SIGINT'),
      async start() {
        pooler.start()
        await untilUp(urls.pooler)
      },
    },
    async close() {
      await end('pooler', 'SIGKILL')
      await end('replica', 'SIGQUIT')
      await end('primary', 'SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a query and returns its rows. */
export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function untilUp(url: string) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    const isUp = await query(url, 'select 1').then(
      () => true,
      () => false,
    )
    if (isUp) return
  }
  throw new Error('A database server did not start')
}
