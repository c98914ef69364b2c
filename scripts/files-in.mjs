import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Every file under a place, which may be a file itself or not be there. */
export function filesIn(place) {
  if (!existsSync(place)) return []
  if (statSync(place).isFile()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap(name => filesIn(path.join(place, name)))
}
