/** Smooth noise in about -1..1 that never repeats visibly. */
export function noise(x: number, y: number, z = 0): number {
  const [ix, iy, iz] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [fx, fy, fz] = [fade(x - ix), fade(y - iy), fade(z - iz)]
  const near = plane(ix, iy, iz, fx, fy)
  return fz === 0 ? near : near + (plane(ix, iy, iz + 1, fx, fy) - near) * fz
}

/** Noise on several scales at once. */
export function fractalNoise(x: number, y: number, z = 0, octaves = 4): number {
  let [sum, weight, total] = [0, 1, 0]
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise(x * 2 ** i + 17 * i, y * 2 ** i, z * 2 ** i)
    total += weight
    weight /= 2
  }
  return sum / total
}

/** The same random number in 0..1 for the same integers. */
export function hash(x: number, y: number, z = 0): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(z | 0, 1274126177)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

function plane(ix: number, iy: number, iz: number, fx: number, fy: number) {
  const a = hash(ix, iy, iz)
  const b = hash(ix + 1, iy, iz)
  const c = hash(ix, iy + 1, iz)
  const d = hash(ix + 1, iy + 1, iz)
  return 2 * (a + (b - a) * fx + (c - a) * fy + (a - b - c + d) * fx * fy) - 1
}
