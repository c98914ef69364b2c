import path from 'node:path'
import type { Readable, Writable } from 'node:stream'
import type { WriteStream } from 'node:tty'

type Output = Writable & Partial<Pick<WriteStream, 'columns' | 'isTTY'>>

/** What a command uses of its process. */
export interface Terminal {
  env: Record<string, string | undefined>
  stdin: Readable
  stdout: Output
  stderr: Output
  /** Calls `stop` when the owner interrupts the command. */
  onInterrupt?(stop: () => Promise<void>): void
}

/** How the owner calls a command: deploy/shop sets its own name where the shop runs as a service. */
export const typedIn = (env: Terminal['env']): string => env.SHOP_COMMAND ?? 'npm run shop --'

/** Resolves a file name in the folder of the owner, because deploy/shop and npm change the current folder. */
export const fileOf = (name: string, env: Terminal['env']): string =>
  path.resolve(env.SHOP_FOLDER ?? env.INIT_CWD ?? '', name)
