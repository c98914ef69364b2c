import { add, cross, normalize, sub, type Vec } from './vec.ts'

/** Triangles. `tangents` point in the direction in which u grows; weaves and brushed metal need them. */
export interface Mesh {
  points: Float32Array
  normals: Float32Array
  tangents: Float32Array
  uv: Float32Array
  triangles: Uint32Array
}

interface Surface {
  /** The first and the last column are the same points. */
  closed?: boolean
  /** Every triangle gets its own vertices and one normal, as on a cut stone. */
  flat?: boolean
}

/** A parametric surface: `at` gives the point for u and v in 0..1, in `columns` by `rows` cells. */
export function surface(columns: number, rows: number, at: (u: number, v: number) => Vec, how: Surface = {}): Mesh {
  const grid: Vec[] = []
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) grid.push(at(column / columns, row / rows))
  const width = columns + 1
  const point = (column: number, row: number) => {
    const wrapped = how.closed ? (column + columns) % columns : Math.min(columns, Math.max(0, column))
    return grid[Math.min(rows, Math.max(0, row)) * width + wrapped] as Vec
  }
  const mesh = empty(grid.length, columns * rows * 2)
  grid.forEach((p, i) => {
    const column = i % width
    const row = Math.floor(i / width)
    const across = sub(point(column + 1, row), point(column - 1, row))
    const down = sub(point(column, row + 1), point(column, row - 1))
    mesh.points.set(p, i * 3)
    mesh.normals.set(normalize(cross(across, down)), i * 3)
    mesh.tangents.set(normalize(across), i * 3)
    mesh.uv.set([column / columns, row / rows], i * 2)
  })
  let t = 0
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const a = row * width + column
      mesh.triangles.set([a, a + 1, a + width, a + 1, a + width + 1, a + width], t)
      t += 6
    }
  return how.flat ? faceted(mesh) : mesh
}

/** The same mesh with one normal per triangle. */
export function faceted(mesh: Mesh): Mesh {
  const flat = empty(mesh.triangles.length, mesh.triangles.length / 3)
  flat.triangles.set(flat.triangles.map((_, i) => i))
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const vertices = [0, 1, 2].map(i => mesh.triangles[t + i] as number)
    const [a, b, c] = vertices.map(vertex => vectorAt(mesh.points, vertex)) as [Vec, Vec, Vec]
    const normal = normalize(cross(sub(b, a), sub(c, a)))
    vertices.forEach((vertex, i) => {
      flat.points.set(vectorAt(mesh.points, vertex), (t + i) * 3)
      flat.normals.set(normal, (t + i) * 3)
      flat.tangents.set(normalize(sub(b, a)), (t + i) * 3)
      flat.uv.set(mesh.uv.subarray(vertex * 2, vertex * 2 + 2), (t + i) * 2)
    })
  }
  return flat
}

/** Applied in this order: `scale`, `rotate` (degrees about x, then y, then z), `move`. */
export interface Transform {
  scale?: number | Vec
  rotate?: Vec
  move?: Vec
}

export function transform(mesh: Mesh, { scale: size = 1, rotate = [0, 0, 0], move = [0, 0, 0] }: Transform): Mesh {
  const [sx, sy, sz]: Vec = typeof size === 'number' ? [size, size, size] : size
  const rotated = rotation(rotate)
  const result = {
    ...mesh,
    points: mesh.points.slice(),
    normals: mesh.normals.slice(),
    tangents: mesh.tangents.slice(),
  }
  for (let i = 0; i < mesh.points.length; i += 3) {
    const [x, y, z] = vectorAt(mesh.points, i / 3)
    const [nx, ny, nz] = vectorAt(mesh.normals, i / 3)
    const [tx, ty, tz] = vectorAt(mesh.tangents, i / 3)
    result.points.set(add(rotated([x * sx, y * sy, z * sz]), move), i)
    result.normals.set(normalize(rotated([nx / sx, ny / sy, nz / sz])), i)
    result.tangents.set(normalize(rotated([tx * sx, ty * sy, tz * sz])), i)
  }
  return result
}

/** The rotation about x, then y, then z, in degrees. */
export function rotation([x, y, z]: Vec): (p: Vec) => Vec {
  const [a, b, c] = [x, y, z].map(degrees => (degrees * Math.PI) / 180) as [number, number, number]
  const [sa, ca, sb, cb, sc, cc] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b), Math.sin(c), Math.cos(c)]
  return ([px, py, pz]) => {
    const [y1, z1] = [py * ca - pz * sa, py * sa + pz * ca]
    const [x2, z2] = [px * cb + z1 * sb, z1 * cb - px * sb]
    return [x2 * cc - y1 * sc, x2 * sc + y1 * cc, z2]
  }
}

export const vectorAt = (array: Float32Array, i: number): Vec => [
  array[i * 3] as number,
  array[i * 3 + 1] as number,
  array[i * 3 + 2] as number,
]

function empty(vertices: number, triangles: number): Mesh {
  return {
    points: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    tangents: new Float32Array(vertices * 3),
    uv: new Float32Array(vertices * 2),
    triangles: new Uint32Array(triangles * 3),
  }
}
