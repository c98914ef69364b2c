import type { Cluster } from './cluster.ts'
import type { Machine } from './machine.ts'

export interface Fault {
  name: string
  /** What happens to the machine. */
  strike(machine: Machine): unknown
  /** How long it lasts; none for what ends by itself. */
  lastsMs: number
  /** Takes it back. */
  mend(machine: Machine): unknown
  /** It strikes the synchronous standby instead of the primary. */
  atStandby?: boolean
}

const filler = '/var/lib/postgresql/15/shop/filler'
const database = ['postgres']
const all = ['postgres', 'etcd']
const lastsMs = 35_000

/** The faults, by name. */
export function faultsOf({ commandsOf, follow }: Cluster): Fault[] {
  const [stop = '', start = '', switchOver = ''] = commandsOf(4)
  return [
    {
      name: 'killed',
      strike: machine => machine.signal('SIGKILL', ...database),
      lastsMs,
      mend: machine => follow(machine, [start]),
    },
    {
      name: 'postgres killed',
      strike: machine => machine.run('kill -KILL $(head -n 1 /var/lib/postgresql/15/shop/postmaster.pid)'),
      lastsMs: 10_000,
      mend: () => undefined, // Patroni starts it by itself
    },
    {
      name: 'frozen',
      strike: machine => machine.signal('SIGSTOP', ...all),
      lastsMs,
      mend: machine => machine.signal('SIGCONT', ...all),
    },
    { name: 'cut off', strike: machine => machine.cutOff(), lastsMs: 45_000, mend: machine => machine.reconnect() },
    {
      name: 'disk full',
      strike: machine => machine.run(`dd if=/dev/zero of=${filler} bs=1M 2>/dev/null; true`),
      lastsMs,
      mend: machine => follow(machine, [`rm ${filler}`, stop, start]),
    },
    {
      name: 'power cut',
      strike(machine) {
        machine.cutOff()
        machine.signal('SIGKILL', ...all)
      },
      lastsMs,
      mend(machine) {
        machine.reconnect()
        return follow(machine, ['systemctl start etcd', start])
      },
    },
    {
      name: 'switchover',
      strike: machine => follow(machine, [switchOver]),
      lastsMs: 10_000,
      mend: machine => follow(machine, [stop, start]),
    },
    {
      name: 'standby killed',
      strike: machine => machine.signal('SIGKILL', ...database),
      lastsMs: 10_000,
      mend: machine => follow(machine, [start]),
      atStandby: true,
    },
  ]
}
