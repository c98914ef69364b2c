import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'

export type Shop = {
  url: string
  pid: number
  /** Everything that it has printed so far. */
  output(): string
  kill(signal: NodeJS.Signals): void
  /** Resolves when it is open; it may never open. */
  opened: Promise<void>
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string>
}

// A shop must not outlive the tests, even when they are killed: it ends when its standard input ends.
const endWithTests = `process.stdin.on('end',()=>process.kill(process.pid,'SIGTERM')).resume().unref()`

const root = path.resolve(import.meta.dirname, '../..')

/**
 * Starts a shop as a process of its own, on a free port and without demo goods unless `env` says otherwise.
 * Resolves when it is open or has ended.
 */
export async function startShop(...args: Parameters<typeof beginShop>): Promise<Shop> {
  const shop = await beginShop(...args)
  await Promise.race([shop.opened, shop.ended])
  return shop
}

/** Starts the same process without waiting for it to open. */
export async function beginShop(env: Record<string, string>, command = ['node', 'src/server/main.ts']): Promise<Shop> {
  const port = env.PORT ?? String(await freePort())
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    env: {
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: 'node_modules/.cache/node', // as `npm start` does
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(endWithTests)}`,
      SEED: 'none',
      ...env,
      PORT: port,
    },
  })
  let output = ''
  const ended = new Promise<number | string>((resolve, reject) =>
    child.on('error', reject).on('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  const opened = new Promise<void>(resolve => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text
        if (output.includes('Vitrine is open')) resolve()
      })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    pid: pidOf(child),
    output: () => output,
    kill: signal => child.kill(signal),
    opened,
    ended,
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The shop did not start')
  return pid
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise(resolve => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
