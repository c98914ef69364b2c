import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** It has no window at all: the tests take half the time in it. */
export const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMacOs = ['Google Chrome', 'Chromium'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Where the browser for the browser tests is: the one that CHROMIUM names, else the first that this machine can run. */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const known = [...names.flatMap(name => folders.map(folder => path.join(folder, name))), ...onMacOs]
  const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : known.filter(file => existsSync(file))
  return candidates.find(file => versionOf(file) !== undefined)
}

/** What a browser says of itself, such as `Chromium 156.0.8078.79`; undefined when it does not run. */
export function versionOf(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
