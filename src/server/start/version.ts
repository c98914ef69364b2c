import { readFileSync } from 'node:fs'
import path from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }

/** Returns the release: its number, and its commit when the code is a clone with a readable .git folder. */
export function releaseOf(git = path.join(import.meta.dirname, '../../../.git')): string {
  const commit = commitOf(git)
  return commit ? `${packageFile.version} (${commit.slice(0, 7)})` : packageFile.version
}

/** Reads git's own files, because git itself may be missing, and refuses a clone that belongs to another user. */
function commitOf(git: string): string | undefined {
  const head = read(git, 'HEAD')
  const [, branch] = /^ref: (.+)/.exec(head) ?? []
  const isHash = /^[\da-f]{40,64}$/
  const packed = () =>
    read(git, 'packed-refs')
      .split('\n')
      .find(line => line.endsWith(` ${branch}`))
      ?.split(' ')[0]
  const found = branch ? read(git, branch) || packed() : head
  return found && isHash.test(found) ? found : undefined
}

function read(git: string, file: string): string {
  try {
    return readFileSync(path.join(git, file), 'utf8').trim()
  } catch {
    return '' // no clone, one of another kind, or one that this user may not read: the number is enough
  }
}
