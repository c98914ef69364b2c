import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** The first has no window at all: the tests take half the time in it. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const onMacOs = ['Google Chrome', 'Chromium'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)

/** Where the browser for the browser tests is: the one that CHROMIUM names, else the first that this machine can run. */
export function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(path.delimiter)]
  const known = [...names.flatMap(name => folders.map(folder => path.join(folder, name))), ...onMacOs]
  const candidates = process.env.CHROMIUM ? [process.env.CHROMIUM] : known.filter(file => existsSync(file))
  return candidates.find(file => spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0)
}
