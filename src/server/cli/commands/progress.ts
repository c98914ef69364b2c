import type { Terminal } from '../terminal.ts'

const width = 30

/** Shows the progress of a long command on a terminal. It prints nothing elsewhere, and never on the standard output. */
export function progressBar(
  { stderr }: Terminal,
  label: string,
  total: number,
): { add(done: number): void; end(): void } {
  let done = 0
  return {
    add(more) {
      done += more
      if (!stderr.isTTY) return
      const part = total > 0 ? Math.min(1, done / total) : 1
      const bar = '█'.repeat(Math.round(part * width)).padEnd(width, '·')
      stderr.write(`\r${label} ${bar} ${Math.floor(part * 100)} %`)
    },
    end() {
      if (stderr.isTTY) stderr.write('\r\u001b[K')
    },
  }
}
