// Varnish with the file of deploy/, as a process of this trial.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const deployed = path.join(import.meta.dirname, '../../deploy/varnish/default.vcl')

export type Varnish = ReturnType<typeof varnishFor>

/** Varnish in front of the shop at a port, which it can start, stop and count. */
export function varnishFor({ folder, port, shopPort }: { folder: string; port: number; shopPort: number }) {
  const vcl = readFileSync(deployed, 'utf8').replace('.port = "3000"', `.port = "${shopPort}"`)
  return startable({ folder: path.join(folder, `varnish-${port}`), port, vcl })
}

/** Varnish with its own rules in front of a server of fixed objects. */
export const plainVarnishFor = ({ folder, port, from }: { folder: string; port: number; from: number }) =>
  startable({
    folder: path.join(folder, 'plain'),
    port,
    vcl: `vcl 4.1; backend fixed { .host = "127.0.0.1"; .port = "${from}"; }`,
  })

function startable({ folder, port, vcl }: { folder: string; port: number; vcl: string }) {
  const file = `${folder}.vcl`
  writeFileSync(file, vcl)
  let child: ChildProcess | undefined
  let output = ''
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    async start() {
      const args = ['-F', '-n', folder, '-a', `127.0.0.1:${port}`, '-f', file, '-s', 'malloc,256m']
      child = spawn('varnishd', [...args, '-p', 'thread_pool_min=50'], { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', text => (output += text))
      for (let tries = 0; tries < 100; tries += 1) {
        if (await opens(url)) return
        await sleep(100)
      }
      throw new Error(`Varnish did not start: ${output}`)
    },
    async stop() {
      const ended = new Promise(resolve => child?.once('close', resolve))
      child?.kill('SIGTERM')
      await ended
      child = undefined
    },
    /** For the end of the trial, whatever happened. */
    kill: () => void child?.kill('SIGTERM'),
    /** A counter of varnishstat, such as MAIN.cache_hit. */
    count(name: string): number {
      const text = execFileSync('varnishstat', ['-n', folder, '-1', '-f', name], { encoding: 'utf8' })
      return Number(/\s(\d+)\s/.exec(text)?.[1])
    },
  }
}

async function opens(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false // nothing listens yet
    throw error
  }
}
