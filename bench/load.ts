// Generates load with wrk, on another core than the measured process.
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

export interface Load {
  requestsPerSecond: number
  /** In milliseconds. */
  p50: number
  p95: number
  p99: number
}

interface Requests {
  url: string
  /** Requested in turn; without them, only `url`. */
  paths?: string[]
  headers?: Record<string, string>
  seconds: number
  connections?: number
}

const script = path.join(import.meta.dirname, 'paths.lua')
const run = promisify(execFile)

/** Sends requests for so many seconds, by default on 32 connections. @throws when a status is not 2xx or a socket fails */
export async function load(
  { url, paths, headers = {}, seconds, connections = 32 }: Requests,
  folder: string,
): Promise<Load> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const list = path.join(folder, 'paths.txt')
  if (paths) writeFileSync(list, `${paths.join('\n')}\n`)
  const { stdout } = await run('taskset', [
    ...['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}`, '-s', script, ...given, url],
    ...(paths ? ['--', list] : []),
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer as it should:\n${stdout}`)
  const find = (pattern: RegExp) => Number(pattern.exec(stdout)?.[1])
  return {
    requestsPerSecond: find(/Requests\/sec:\s+([\d.]+)/),
    p50: find(/^p50 (\d+) us$/m) / 1000,
    p95: find(/^p95 (\d+) us$/m) / 1000,
    p99: find(/^p99 (\d+) us$/m) / 1000,
  }
}

/** Installs wrk and taskset from Debian's packages when they are missing; without root it exits with a message. */
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
