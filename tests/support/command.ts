import { spawn } from 'node:child_process'
import path from 'node:path'

/** DATABASE_URL for a connection over a socket. */
export { connectionUrl as databaseUrl } from '#server/db/connection.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Runs `npm run shop -- ...` to its end in a process of its own, with these settings and this standard input. */
export async function shopCommand(args: string[], env: Record<string, string>, input = '') {
  const { child, ended } = startCommand(args, env)
  child.stdin.on('error', () => undefined).end(input)
  return await ended
}

/** Starts the same command without waiting for its end. */
export function startCommand(args: string[], env: Record<string, string>) {
  const child = spawn('node', ['src/server/cli/shop.ts', ...args], {
    cwd: root,
    env: {
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
      NODE_COMPILE_CACHE: 'node_modules/.cache/node', // as `npm start` does
      ...env,
    },
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', text => {
    output.out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    output.err += text
  })
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve, reject) =>
    child.on('error', reject).on('close', code => resolve({ code, ...output })),
  )
  return { child, ended }
}
