import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const chunk = Buffer.alloc(8 * 2 ** 20)

/**
 * Mounts a disk of this size in place of a folder. It can be filled and emptied.
 * @returns undefined if this user may not mount
 */
export function mountSmallDisk(folder: string, megabytes: number) {
  const options = `size=${megabytes}m,mode=0711`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'vitrine-trial', folder]).status !== 0) return undefined
  const ballast = path.join(folder, 'ballast')

  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    free,
    /** Fills it until this much is free, at about 150 MB a second. */
    async fill(leaving: number) {
      const file = openSync(ballast, 'a')
      for (let size = chunk.length; size >= 512; ) {
        if (free() - leaving < size) size /= 2
        else {
          writeSync(file, chunk.subarray(0, size))
          if (size === chunk.length) await sleep(50)
        }
      }
      closeSync(file)
    },
    empty: () => rmSync(ballast, { force: true }),
    unmount() {
      const { status, stderr } = spawnSync('umount', [folder], { encoding: 'utf8' })
      if (status !== 0) throw new Error(`The small disk is still in use: ${stderr}`)
    },
  }
}
