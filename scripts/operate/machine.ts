// A machine of its own for the scripts that follow the documents: overlays cover /etc, /opt, /var and /run, and all changes to them are
// discarded afterwards. scripts/systemctl.sh stands in for systemd.
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { needPackages } from '../debian.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Bundles the repository at a commit into one file that any user can clone. */
function bundle(file: string, commit: string): void {
  const bare = `${file}-repository`
  execFileSync('git', ['clone', '-q', '--bare', root, bare])
  execFileSync('git', ['-C', bare, 'update-ref', 'refs/heads/main', commit])
  execFileSync('git', ['-C', bare, 'bundle', 'create', '-q', file, 'HEAD', 'main'])
}

/**
 * Runs the script once more on a machine of its own and ends this process with its exit code; there, returns its folder.
 * @param commits the commit that each bundle in this folder has on main
 */
export function enterMachine(script: string, commits: Record<string, string>): string {
  const inside = process.argv[2]
  if (inside) {
    coverFolders(inside)
    return inside
  }
  needPackages({
    git: '/usr/bin/git',
    nginx: '/usr/sbin/nginx',
    curl: '/usr/bin/curl',
    socat: '/usr/bin/socat',
    systemd: '/bin/systemd-notify',
  })
  const folder = mkdtempSync('/tmp/vitrine-operate-')
  for (const [name, commit] of Object.entries(commits)) bundle(path.join(folder, name), commit)
  chmodSync(folder, 0o755)
  const { status } = spawnSync('unshare', ['--mount', process.execPath, script, folder], { stdio: 'inherit' })
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 1)
}

function coverFolders(inside: string): void {
  for (const place of ['etc', 'opt', 'var', 'run']) {
    const [upper, work] = ['upper', 'work'].map(part => path.join(inside, `${place}-${part}`))
    for (const made of [upper, work]) mkdirSync(made as string)
    const options = `lowerdir=/${place},upperdir=${upper},workdir=${work}`
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', options, `/${place}`])
  }
  for (const place of ['/opt/vitrine', '/var/lib/vitrine', '/etc/vitrine.env'])
    rmSync(place, { recursive: true, force: true })
  const bin = path.join(inside, 'bin')
  mkdirSync(bin)
  symlinkSync(path.join(root, 'scripts/systemctl.sh'), path.join(bin, 'systemctl'))
  writeFileSync(path.join(bin, 'journalctl'), '#!/bin/sh\ncat /var/log/vitrine\n', { mode: 0o755 })
}

/** The environment of root on that machine. */
export const environmentOf = (inside: string) => ({
  PATH: `${inside}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
  HOME: '/root',
  LANG: 'C.UTF-8',
})

/** Reads a document of `docs/`. */
export const readDocument = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8')

/** The commands of a document's section, whose heading begins so: its indented lines, but for those of files it shows. */
export function commandsOf(document: string, section: string): string[] {
  const text =
    document
      .slice(document.indexOf(`## ${section}`))
      .slice(4)
      .split('\n## ')[0] ?? ''
  return text
    .replace(/^```[\s\S]*?^```/gm, '')
    .split('\n')
    .filter(line => /^ {4,}(?:[a-z]|\/opt|DATA_DIR=)/.test(line))
    .map(line => line.trim())
}

/** The installation of Node, which is there, and an editor, which the script is. */
const isSkipped = (command: string) => /nodesource|install -y nodejs|'nano /.test(command)

/**
 * Opens a shell of root on that machine, which runs one command after the other and prints it.
 * @param rewrite puts the names of this machine into a command of a document
 * @returns a function that resolves with what a command prints, and rejects when it fails
 */
export function openShell(inside: string, rewrite: (command: string) => string): (command: string) => Promise<string> {
  const env = environmentOf(inside)
  return async command => {
    if (isSkipped(command)) return ''
    const here = rewrite(command.replace(/ && nano \S+/, ''))
    console.log(`$ ${here.replace(/(AGE-SECRET-KEY-1)\w+/, '$1…')}`)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-c', here], { cwd: '/', env })
    if (stderr) console.error(stderr.trim())
    return stdout
  }
}

export function check(what: string, held: boolean, seen: unknown = ''): void {
  console.log(`${held ? '✓' : '✗'} ${what}`)
  if (!held) throw new Error(`${what}: ${seen}`)
}

export const journal = (): string => readFileSync('/var/log/vitrine', 'utf8')

export async function untilReady(port: number, isOpen = () => true): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (isOpen() && spawnSync('curl', ['-sf', `http://127.0.0.1:${port}/health/ready`]).status === 0) return
    await sleep(200)
  }
  throw new Error(`No shop on ${port}: ${journal()}`)
}
