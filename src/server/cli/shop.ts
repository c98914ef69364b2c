import { closeOnSignal } from '../start/shutdown.ts'
import { runShop } from './program.ts'

const ended: Promise<never> = runShop(process.argv.slice(2), {
  env: process.env,
  // A stream is opened on its first use, because this changes a pipe for the other processes that share it.
  get stdin() {
    return process.stdin
  },
  get stdout() {
    return process.stdout
  },
  get stderr() {
    return process.stderr
  },
  onInterrupt(stop) {
    const close = async () => {
      await stop()
      await ended
    }
    closeOnSignal(Promise.resolve(), close, () => undefined)
  },
}).then(code => process.exit(code))
