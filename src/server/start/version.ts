import { readFileSync } from 'node:fs'
import path from 'node:path'
import packageFile from '../../../package.json' with { type: 'json' }

/** Which release this is: its number, and its commit where the code is a clone whose .git may be read. */
export function releaseOf(git = path.join(import.meta.dirname, '../../../.git')): string {
  const commit = commitOf(git)
  return commit ? `${packageFile.version} (${commit.slice(0, 7)})` : packageFile.version
}

/** Read from git's own files: git itself may be missing, and refuses a clone of somebody else. */
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
    return '' // no clone, one by other means, or not for this user's eyes: the number has to do
  }
}
