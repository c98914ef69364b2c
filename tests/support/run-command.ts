import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { runShop } from '#server/cli/program.ts'

/** Runs `npm run shop -- ...` to its end in this process, with these settings and this standard input. */
export async function runCommand(args: string[], env: Record<string, string>, input = '') {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const output = Promise.all([buffer(stdout), buffer(stderr)])
  const code = await runShop(args, { env, stdin: Readable.from([Buffer.from(input)]), stdout, stderr })
  for (const stream of [stdout, stderr]) stream.end()
  const [out, err] = await output
  return { code, out: out.toString(), err: err.toString() }
}
