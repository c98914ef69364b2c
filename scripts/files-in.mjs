import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Returns every file under a path, which may be a file itself or missing. */
export function filesIn(place) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap(name => filesIn(path.join(place, name)))
}
