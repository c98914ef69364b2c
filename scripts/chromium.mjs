import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** A Chromium without windows, in which the tests take half the time. */
export const headlessShell = 'chromium-headless-shell'
const names = [headlessShell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMacOs = ['Google Chrome', 'Chromium'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Returns the path of the browser for the browser tests: the one in CHROMIUM, else the first that this machine can run. */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const known = [...names.flatMap(name => folders.map(folder => path.join(folder, name))), ...onMacOs]
  const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : known.filter(file => existsSync(file))
  return candidates.find(file => versionOf(file) !== undefined)
}

/** Returns the name and version of a browser, such as `Chromium 156.0.8078.79`; undefined when it does not run. */
export function versionOf(file) {
  const { status, stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}
