import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs the Debian packages whose program is missing, without starting their services. Exits with one sentence where it cannot.
 * @param programs the path of the program of each package
 */
export function needPackages(programs: Record<string, string>): void {
  const missing = Object.entries(programs).flatMap(([name, program]) => (existsSync(program) ? [] : [name]))
  if (process.getuid?.() !== 0 || (missing.length > 0 && !existsSync('/usr/bin/apt-get'))) {
    const names = Object.keys(programs).join(' and ')
    console.error(`This needs root on a Debian: it uses the packages ${names}, and runs programs as other users.`)
    process.exit(1)
  }
  if (missing.length === 0) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' } // keeps the installed services from starting
  const options = { env, stdio: ['ignore', 'ignore', 'inherit'] as ('ignore' | 'inherit')[] }
  execFileSync('apt-get', ['update', '-qq'], options)
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], options)
}
