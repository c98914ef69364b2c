import { cross, normalize, type Vec } from '../geometry/vec.ts'
import { keyDirection, keyPlane } from './light.ts'
import type { Vertices } from './raster.ts'

/** The shares 0..1 of the sky and of the key light that reach each vertex. The sky has one for each side of a sheet. */
export interface LightVisibility {
  sky: Float32Array
  skyBehind: Float32Array
  keyLight: Float32Array
}

const mapSize = 640

/** Draws a shadow map from many directions and averages which vertices each of them lights. */
export function computeVisibility(
  { parts, points, normals, triangles, owner }: Vertices,
  skyLights = 72,
  keyLights = 40,
): LightVisibility {
  const vertices = points.length / 3
  const result: LightVisibility = { sky: perVertex(), skyBehind: perVertex(), keyLight: perVertex() }
  const total = perVertex()
  const totalBehind = perVertex()
  const softness = perVertex()
  parts.reduce((start, { mesh, material }) => {
    softness.fill(material.softness ?? 0, start, start + mesh.points.length / 3)
    return start + mesh.points.length / 3
  }, 0)
  // Glass throws no shadow, but what it holds does.
  const solid = parts.map(({ material }) => material.shadow !== false && !material.glass)
  const casters = castersOf()
  const { centre, radius } = bounds()

  function perVertex() {
    return new Float32Array(vertices)
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
  const projected = new Float32Array(vertices * 3)
  function addLight(from: Vec, isSky: boolean) {
    const right = normalize(cross([0, 1, 0.01], from))
    const up = cross(from, right)
    const k = mapSize / (2 * radius)
    for (let i = 0; i < vertices; i++) {
      const x = points[i * 3]! - centre[0]
      const y = points[i * 3 + 1]! - centre[1]
      const z = points[i * 3 + 2]! - centre[2]
      projected[i * 3] = mapSize / 2 + (x * right[0] + y * right[1] + z * right[2]) * k
      projected[i * 3 + 1] = mapSize / 2 + (x * up[0] + y * up[1] + z * up[2]) * k
      projected[i * 3 + 2] = x * from[0] + y * from[1] + z * from[2]
    }
    map.fill(-1e9)
    for (const t of casters) drawDepth(triangles[t * 3]! * 3, triangles[t * 3 + 1]! * 3, triangles[t * 3 + 2]! * 3)
    const bias = (3.2 * radius) / mapSize
    for (let i = 0; i < vertices; i++) {
      const nx = normals[i * 3]!
      const ny = normals[i * 3 + 1]!
      const nz = normals[i * 3 + 2]!
      const facing = nx * from[0] + ny * from[1] + nz * from[2]
      // The bias keeps a surface from shading itself.
      const lift = bias * (1.2 + 3.5 * (1 - Math.abs(facing)) ** 2)
      const lit = blurredAt(projected[i * 3]!, projected[i * 3 + 1]!, projected[i * 3 + 2]! + lift, softness[i]!)
      if (!isSky) {
        result.keyLight[i] = result.keyLight[i]! + lit / keyLights
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

  // A backdrop lies far from what throws the shadows, so they are soft there: nine places of the map are averaged.
  function blurredAt(x: number, y: number, depth: number, softness: number) {
    if (softness === 0) return visibilityAt(x, y, depth)
    let sum = 0
    for (let i = -1; i <= 1; i++)
      for (let j = -1; j <= 1; j++) sum += visibilityAt(x + i * softness, y + j * softness, depth)
    return sum / 9
  }

  function visibilityAt(x: number, y: number, depth: number) {
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
    const [x0, y0, z0] = [projected[i]!, projected[i + 1]!, projected[i + 2]!]
    const [x1, y1, z1] = [projected[j]!, projected[j + 1]!, projected[j + 2]!]
    const [x2, y2, z2] = [projected[k]!, projected[k + 1]!, projected[k + 2]!]
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

  for (let i = 0; i < skyLights; i++) addLight(skyDirection(i, skyLights), true)
  for (let i = 0; i < keyLights; i++) addLight(keyLightDirection(i, keyLights), false)
  for (let i = 0; i < vertices; i++) {
    result.sky[i] = result.sky[i]! / total[i]!
    result.skyBehind[i] = result.skyBehind[i]! / totalBehind[i]!
  }
  return result
}

const golden = Math.PI * (3 - Math.sqrt(5))

/** Directions spread over the upper hemisphere, fewer towards the horizon. */
function skyDirection(i: number, count: number): Vec {
  const y = 0.03 + 0.97 * ((i + 0.5) / count) ** 0.8
  const r = Math.sqrt(1 - y * y)
  return [Math.cos(i * golden) * r, y, Math.sin(i * golden) * r]
}

/** Directions spread over the face of the key light. */
function keyLightDirection(i: number, count: number): Vec {
  const r = 0.3 * Math.sqrt((i + 0.5) / count)
  const { right, up } = keyPlane
  return normalize(
    [0, 1, 2].map(
      k => keyDirection[k]! + (right[k]! * Math.cos(i * golden) + up[k]! * Math.sin(i * golden)) * r,
    ) as unknown as Vec,
  )
}
