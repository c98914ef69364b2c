// Follows docs/high-availability.md on simulated machines, three with databases and two with shops, and breaks them one after the other
// while visitors read, order and pay. Prints one row for each fault, and exits with 1 if a bar was missed.
//   npm run try:ha (as root on a Debian; installs what is missing)
//   npm run try:ha -- killed frozen (some of the faults)
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { needPackages } from './debian.ts'

const inside = process.env.VITRINE_HA_FOLDER

if (!inside) {
  needPackages({
    'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
    patroni: '/usr/bin/patroni',
    'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
    'etcd-server': '/usr/bin/etcd',
    'etcd-client': '/usr/bin/etcdctl',
    haproxy: '/usr/sbin/haproxy',
    curl: '/usr/bin/curl',
    iproute2: '/usr/bin/ip',
  })
  const folder = mkdtempSync('/var/tmp/vitrine-ha-')
  chmodSync(folder, 0o755)
  const own = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc']
  const init = ['sh', '-c', '"$@" & wait $!', 'init'] // the first process of a namespace must wait for the orphans in it
  const trial = [process.execPath, import.meta.filename, ...process.argv.slice(2)]
  const { status } = spawnSync('unshare', [...own, ...init, ...trial], {
    stdio: 'inherit',
    env: { ...process.env, VITRINE_HA_FOLDER: folder },
  })
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 1)
}

const { tryAll } = await import('./ha/try-all.ts')
process.exit((await tryAll(inside, process.argv.slice(2))) ? 0 : 1)
