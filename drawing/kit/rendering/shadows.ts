import { cross, unit, type Vec } from '../geometry/vec.ts'
import { key, keyFace } from './light.ts'
import type { Corners } from './raster.ts'

/** How much of the open studio, and of the big light, reaches each corner: 0..1. Sheets have two sides. */
export interface Reach {
  sky: Float32Array
  skyBehind: Float32Array
  key: Float32Array
}

const mapSize = 640

/** Looks from many places of the studio at the set and notes which corners see the light. */
export function reach({ parts, points, normals, triangles, owner }: Corners, skyLights = 72, keyLights = 40): Reach {
  const corners = points.length / 3
  const result: Reach = { sky: numbers(), skyBehind: numbers(), key: numbers() }
  const total = numbers()
  const totalBehind = numbers()
  const softness = numbers()
  parts.reduce((start, { mesh, material }) => {
    softness.fill(material.softness ?? 0, start, start + mesh.points.length / 3)
    return start + mesh.points.length / 3
  }, 0)
  // Glass throws no shadow: what it holds does.
  const solid = parts.map(({ material }) => material.shadow !== false && !material.glass)
  const casters = castersOf()
  const { centre, radius } = bounds()

  function numbers() {
    return new Float32Array(corners)
  }

  function castersOf() {
    const list: number[] = []
    for (let t = 0; t < owner.length; t++) if (solid[owner[t]!]) list.push(t)
    return Uint32Array.from(list)
  }

  function bounds() {
    const low = [1e9, 1e9, 1e9]
    const high = [-1e9, -1e9, -1e9]
    for (const t of casters)
      for (let c = 0; c < 3; c++)
        for (let k = 0; k < 3; k++) {
          const value = points[triangles[t * 3 + c]! * 3 + k]!
          low[k] = Math.min(low[k]!, value)
          high[k] = Math.max(high[k]!, value)
        }
    const middle = [0, 1, 2].map(k => (low[k]! + high[k]!) / 2) as unknown as Vec
    return { centre: middle, radius: 0.51 * Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) }
  }

  const map = new Float32Array(mapSize * mapSize)
  const place = new Float32Array(corners * 3)
  function see(from: Vec, softly: boolean) {
    const right = unit(cross([0, 1, 0.01], from))
    const up = cross(from, right)
    const k = mapSize / (2 * radius)
    for (let i = 0; i < corners; i++) {
      const x = points[i * 3]! - centre[0]
      const y = points[i * 3 + 1]! - centre[1]
      const z = points[i * 3 + 2]! - centre[2]
      place[i * 3] = mapSize / 2 + (x * right[0] + y * right[1] + z * right[2]) * k
      place[i * 3 + 1] = mapSize / 2 + (x * up[0] + y * up[1] + z * up[2]) * k
      place[i * 3 + 2] = x * from[0] + y * from[1] + z * from[2]
    }
    map.fill(-1e9)
    for (const t of casters) drawDepth(triangles[t * 3]! * 3, triangles[t * 3 + 1]! * 3, triangles[t * 3 + 2]! * 3)
    const slack = (3.2 * radius) / mapSize
    for (let i = 0; i < corners; i++) {
      const nx = normals[i * 3]!
      const ny = normals[i * 3 + 1]!
      const nz = normals[i * 3 + 2]!
      const facing = nx * from[0] + ny * from[1] + nz * from[2]
      // Step off the surface towards the light so that it does not shade itself.
      const lift = slack * (1.2 + 3.5 * (1 - Math.abs(facing)) ** 2)
      const lit = around(place[i * 3]!, place[i * 3 + 1]!, place[i * 3 + 2]! + lift, softness[i]!)
      if (!softly) {
        result.key[i] = result.key[i]! + lit / keyLights
        continue
      }
      const front = Math.max(0, facing) + 0.01
      const back = Math.max(0, -facing) + 0.01
      total[i] = total[i]! + front
      totalBehind[i] = totalBehind[i]! + back
      result.sky[i] = result.sky[i]! + front * lit
      result.skyBehind[i] = result.skyBehind[i]! + back * lit
    }
  }

  // Shadows far from what throws them are soft: several looks around the place are averaged.
  function around(x: number, y: number, depth: number, softness: number) {
    if (softness === 0) return clear(x, y, depth)
    let sum = 0
    for (let i = -1; i <= 1; i++) for (let j = -1; j <= 1; j++) sum += clear(x + i * softness, y + j * softness, depth)
    return sum / 9
  }

  function clear(x: number, y: number, depth: number) {
    const fx = x - 0.5
    const fy = y - 0.5
    const ix = Math.floor(fx)
    const iy = Math.floor(fy)
    if (ix < 0 || iy < 0 || ix >= mapSize - 1 || iy >= mapSize - 1) return 1
    const at = iy * mapSize + ix
    const [dx, dy] = [fx - ix, fy - iy]
    const a = map[at]! < depth ? 1 - dx : 0
    const b = map[at + 1]! < depth ? dx : 0
    const c = map[at + mapSize]! < depth ? 1 - dx : 0
    const d = map[at + mapSize + 1]! < depth ? dx : 0
    return (a + b) * (1 - dy) + (c + d) * dy
  }

  function drawDepth(i: number, j: number, k: number) {
    const [x0, y0, z0] = [place[i]!, place[i + 1]!, place[i + 2]!]
    const [x1, y1, z1] = [place[j]!, place[j + 1]!, place[j + 2]!]
    const [x2, y2, z2] = [place[k]!, place[k + 1]!, place[k + 2]!]
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if (Math.abs(area) < 1e-9) return
    const right = Math.min(mapSize - 1, Math.floor(Math.max(x0, x1, x2) - 0.5))
    const bottom = Math.min(mapSize - 1, Math.floor(Math.max(y0, y1, y2) - 0.5))
    for (let y = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5)); y <= bottom; y++)
      for (let x = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5)); x <= right; x++) {
        const px = x + 0.5
        const py = y + 0.5
        const a = ((x1 - px) * (y2 - py) - (x2 - px) * (y1 - py)) / area
        const b = ((x2 - px) * (y0 - py) - (x0 - px) * (y2 - py)) / area
        if (a < 0 || b < 0 || a + b > 1) continue
        const z = a * z0 + b * z1 + (1 - a - b) * z2
        const at = y * mapSize + x
        if (z > map[at]!) map[at] = z
      }
  }

  for (let i = 0; i < skyLights; i++) see(dome(i, skyLights), true)
  for (let i = 0; i < keyLights; i++) see(lampSpot(i, keyLights), false)
  for (let i = 0; i < corners; i++) {
    result.sky[i] = result.sky[i]! / total[i]!
    result.skyBehind[i] = result.skyBehind[i]! / totalBehind[i]!
  }
  return result
}

const golden = Math.PI * (3 - Math.sqrt(5))

/** Directions spread over the upper half of the studio, thinner towards the horizon. */
function dome(i: number, count: number): Vec {
  const y = 0.03 + 0.97 * ((i + 0.5) / count) ** 0.8
  const r = Math.sqrt(1 - y * y)
  return [Math.cos(i * golden) * r, y, Math.sin(i * golden) * r]
}

/** Spots spread over the face of the big light. */
function lampSpot(i: number, count: number): Vec {
  const r = 0.3 * Math.sqrt((i + 0.5) / count)
  const { right, up } = keyFace
  return unit(
    [0, 1, 2].map(
      k => key[k]! + (right[k]! * Math.cos(i * golden) + up[k]! * Math.sin(i * golden)) * r,
    ) as unknown as Vec,
  )
}
