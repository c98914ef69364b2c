import { cross, dot, normalize, sub } from '../geometry/vec.ts'
import type { Camera, Part } from '../scene/part.ts'

/** For every pixel: the triangle in front, the weights of its first two vertices, and 1 / distance. */
export interface Raster {
  width: number
  height: number
  triangle: Int32Array
  a: Float32Array
  b: Float32Array
  near: Float32Array
}

/** All parts in one list of vertices. */
export interface Vertices {
  parts: Part[]
  points: Float32Array
  normals: Float32Array
  tangents: Float32Array
  uv: Float32Array
  triangles: Uint32Array
  /** The part of each triangle. */
  owner: Uint16Array
}

export function mergeParts(parts: Part[]): Vertices {
  const count = (pick: (part: Part) => number) => parts.reduce((sum, part) => sum + pick(part), 0)
  const vertices = count(({ mesh }) => mesh.points.length / 3)
  const triangles = count(({ mesh }) => mesh.triangles.length)
  const all: Vertices = {
    parts,
    points: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    tangents: new Float32Array(vertices * 3),
    uv: new Float32Array(vertices * 2),
    triangles: new Uint32Array(triangles),
    owner: new Uint16Array(triangles / 3),
  }
  let vertex = 0
  let t = 0
  parts.forEach(({ mesh }, i) => {
    all.points.set(mesh.points, vertex * 3)
    all.normals.set(mesh.normals, vertex * 3)
    all.tangents.set(mesh.tangents, vertex * 3)
    all.uv.set(mesh.uv, vertex * 2)
    const offset = vertex
    all.triangles.set(
      mesh.triangles.map(index => index + offset),
      t,
    )
    all.owner.fill(i, t / 3, (t + mesh.triangles.length) / 3)
    vertex += mesh.points.length / 3
    t += mesh.triangles.length
  })
  return all
}

/** The place of each vertex in the picture: x and y in pixels, and 1 / distance. */
export function project(points: Float32Array, camera: Camera, width: number, height: number): Float32Array {
  const ahead = normalize(sub(camera.target, camera.eye))
  const right = normalize(cross(ahead, [0, 1, 0]))
  const up = cross(right, ahead)
  const distance = Math.hypot(...sub(camera.target, camera.eye))
  const zoom = (height / camera.height) * distance
  const out = new Float32Array(points.length)
  for (let i = 0; i < points.length; i += 3) {
    const p = sub([points[i]!, points[i + 1]!, points[i + 2]!], camera.eye)
    const depth = dot(p, ahead)
    out[i] = width / 2 + (dot(p, right) * zoom) / depth
    out[i + 1] = height / 2 - (dot(p, up) * zoom) / depth
    out[i + 2] = depth > 0.1 ? 1 / depth : Number.NaN
  }
  return out
}

/** Finds the nearest triangle at every pixel, or with `farthest` the last one. */
export function rasterize(
  { triangles, owner }: Vertices,
  screen: Float32Array,
  width: number,
  height: number,
  shows: (part: number) => boolean,
  farthest = false,
): Raster {
  const size = width * height
  const raster: Raster = {
    width,
    height,
    triangle: new Int32Array(size).fill(-1),
    a: new Float32Array(size),
    b: new Float32Array(size),
    near: new Float32Array(size),
  }
  const shown = Array.from({ length: (owner[owner.length - 1] ?? 0) + 1 }, (_, i) => shows(i))
  for (let t = 0; t < owner.length; t++) {
    if (!shown[owner[t]!]) continue
    const i = triangles[t * 3]! * 3
    const j = triangles[t * 3 + 1]! * 3
    const k = triangles[t * 3 + 2]! * 3
    const [x0, y0, n0] = [screen[i]!, screen[i + 1]!, screen[i + 2]!]
    const [x1, y1, n1] = [screen[j]!, screen[j + 1]!, screen[j + 2]!]
    const [x2, y2, n2] = [screen[k]!, screen[k + 1]!, screen[k + 2]!]
    const area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
    if (!(Math.abs(area) > 1e-9) || Number.isNaN(n0 + n1 + n2)) continue
    const left = Math.max(0, Math.ceil(Math.min(x0, x1, x2) - 0.5))
    const right = Math.min(width - 1, Math.floor(Math.max(x0, x1, x2) - 0.5))
    const top = Math.max(0, Math.ceil(Math.min(y0, y1, y2) - 0.5))
    const bottom = Math.min(height - 1, Math.floor(Math.max(y0, y1, y2) - 0.5))
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) {
        const px = x + 0.5
        const py = y + 0.5
        const a = ((x1 - px) * (y2 - py) - (x2 - px) * (y1 - py)) / area
        const b = ((x2 - px) * (y0 - py) - (x0 - px) * (y2 - py)) / area
        const c = 1 - a - b
        if (a < 0 || b < 0 || c < 0) continue
        const near = a * n0 + b * n1 + c * n2
        const pixel = y * width + x
        const old = raster.near[pixel]!
        if (farthest ? old !== 0 && near >= old : near <= old) continue
        raster.near[pixel] = near
        raster.triangle[pixel] = t
        // Perspective correction: weights in space, not on the flat picture.
        raster.a[pixel] = (a * n0) / near
        raster.b[pixel] = (b * n1) / near
      }
  }
  return raster
}
