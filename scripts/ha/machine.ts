import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const root = path.resolve(import.meta.dirname, '../..')
const searchPath = '/run/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A simulated machine: it has an address, a host name, and its own /etc, /opt, /run and /var. */
export interface Machine {
  name: string
  address: string
  /** Runs a shell command as root on it, and returns what it prints. */
  run(command: string): Promise<string>
  /** The words to put before a command that `spawn` starts, so that it runs there. */
  enter: string[]
  /** Sends a signal to all processes of these users. */
  signal(signal: NodeJS.Signals, ...users: string[]): void
  /** Pulls the network cable out. */
  cutOff(): void
  reconnect(): void
}

/** Makes the network to which all machines are connected. This process has 10.0.0.1 on it. */
export function makeNetwork(): void {
  ip('link set lo up')
  ip('link add lan type bridge')
  ip('addr add 10.0.0.1/24 dev lan')
  ip('link set lan up')
}

/**
 * Starts a machine.
 * @param folder for its files
 * @param databaseMb the size of the disk for PostgreSQL
 */
export async function startMachine(name: string, address: string, folder: string, databaseMb = 1): Promise<Machine> {
  const setUp = `set -e
hostname ${name}
mount -t tmpfs -o mode=755 run /run
install -d -m 2775 -o postgres -g postgres /run/postgresql
install -d /run/bin && ln -s ${root}/scripts/ha/systemctl.sh /run/bin/systemctl
for place in etc opt var; do
  mkdir -p ${folder}/$place/upper ${folder}/$place/work
  mount -t overlay overlay -o lowerdir=/$place,upperdir=${folder}/$place/upper,workdir=${folder}/$place/work /$place
done
mount -t tmpfs -o size=${databaseMb}m,mode=755 database /var/lib/postgresql
install -d -o postgres -g postgres /var/lib/postgresql /var/lib/postgresql/15
mount -t tmpfs -o size=500m,mode=755 etcd /var/lib/etcd
chown etcd: /var/lib/etcd
mkdir -p /opt/vitrine && mount --bind ${root} /opt/vitrine
ip link set lo up
echo ready
exec sleep infinity`
  mkdirSync(folder, { recursive: true })
  const holder = spawn('unshare', ['--mount', '--uts', '--net', 'sh', '-c', setUp], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    holder.stdout.on('data', () => resolve())
    holder.on('exit', () => reject(new Error(`The machine ${name} did not start`)))
  })
  const enter = ['nsenter', '-t', String(holder.pid), '-m', '-u', '-n']
  const env = { PATH: searchPath, HOME: '/root', LANG: 'C.UTF-8' }
  async function run(command: string): Promise<string> {
    const options = { cwd: '/', env, timeout: 120_000 }
    return (await promisify(execFile)('nsenter', [...enter.slice(1), 'sh', '-c', command], options)).stdout
  }
  ip(`link add ${name} type veth peer name eth0 netns ${holder.pid}`)
  ip(`link set ${name} master lan up`)
  await run(`ip addr add ${address}/24 dev eth0 && ip link set eth0 up`)
  return {
    name,
    address,
    run,
    enter,
    signal(signal, ...users) {
      for (const pid of processesOn(holder.pid ?? 0, users)) orNothing(() => process.kill(pid, signal))
    },
    cutOff: () => ip(`link set ${name} down`),
    reconnect: () => ip(`link set ${name} up`),
  }
}

const ip = (words: string) => execFileSync('ip', words.split(' '))

/** The processes of these users in the same network. */
function processesOn(holder: number, users: string[]): number[] {
  const network = readlinkSync(`/proc/${holder}/ns/net`)
  const ids = new Set(users.map(user => Number(execFileSync('id', ['-u', user], { encoding: 'utf8' }))))
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      const place = `/proc/${pid}`
      return ids.has(ownerOf(place)) && linkOf(`${place}/ns/net`) === network && !isGone(place)
    })
}

const orNothing = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch {
    return undefined // the process has ended meanwhile
  }
}
const ownerOf = (place: string) => orNothing(() => statSync(place).uid) ?? -1
const linkOf = (place: string) => orNothing(() => readlinkSync(place))
const isGone = (place: string) => (orNothing(() => readFileSync(`${place}/stat`, 'utf8')) ?? ') Z').includes(') Z ')
