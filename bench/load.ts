// Load from one core by wrk, on another core than what is measured.
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  requestsPerSecond: number
  /** In milliseconds. */
  p50: number
  p99: number
}

interface Asked {
  url: string
  /** Asked in turn; without them, the address alone. */
  paths?: string[]
  headers?: Record<string, string>
  seconds: number
  connections?: number
}

const script = path.join(import.meta.dirname, 'paths.lua')
const run = promisify(execFile)

/** Asks for so many seconds, with 32 connections. @throws when an answer is no 2xx */
export async function load(
  { url, paths, headers = {}, seconds, connections = 32 }: Asked,
  folder: string,
): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const list = path.join(folder, 'paths.txt')
  if (paths) writeFileSync(list, `${paths.join('\n')}\n`)
  const { stdout } = await run('taskset', [
    ...['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}`, '--latency', ...given],
    ...(paths ? ['-s', script, url, '--', list] : [url]),
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer as it should:\n${stdout}`)
  const find = (pattern: RegExp) => pattern.exec(stdout)?.[1] ?? ''
  return {
    requestsPerSecond: Number(find(/Requests\/sec:\s+([\d.]+)/)),
    p50: inMs(find(/^ +50% +(\S+)/m)),
    p99: inMs(find(/^ +99% +(\S+)/m)),
  }
}

function inMs(text: string): number {
  const [, number, unit] = /^([\d.]+)(us|ms|s)$/.exec(text) ?? []
  return Number(number) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us']
}

/** wrk and taskset come with Debian's packages: installed when they are missing and may be, else one sentence says so. */
export function needTools(): void {
  const isThere = (tool: string) => spawnSync('which', [tool]).status === 0
  if (isThere('wrk') && isThere('taskset')) return
  if (process.getuid?.() === 0 && isThere('apt-get')) {
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    spawnSync('apt-get', ['update', '-qq'], options)
    spawnSync('apt-get', ['install', '-qq', '--yes', 'wrk', 'util-linux'], options)
  }
  if (!isThere('wrk') || !isThere('taskset')) {
    console.error(
      'This benchmark needs wrk and taskset: install them (Debian: apt-get install wrk util-linux), then start it again.',
    )
    process.exit(1)
  }
}
