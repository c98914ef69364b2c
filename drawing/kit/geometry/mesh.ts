import { add, cross, sub, unit, type Vec } from './vec.ts'

/** Triangles; `along` is the direction in which u grows, for weaves and brushed metal. */
export interface Mesh {
  points: Float32Array
  normals: Float32Array
  along: Float32Array
  uv: Float32Array
  triangles: Uint32Array
}

interface Surface {
  /** The first and the last column are the same seam. */
  closed?: boolean
  /** Every cell gets its own corners, as on a cut stone. */
  flat?: boolean
}

/** The sheet that `at` spreads out over u and v in 0..1, in `columns` by `rows` cells. */
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
    mesh.normals.set(unit(cross(across, down)), i * 3)
    mesh.along.set(unit(across), i * 3)
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
    const corners = [0, 1, 2].map(i => mesh.triangles[t + i] as number)
    const [a, b, c] = corners.map(corner => read(mesh.points, corner)) as [Vec, Vec, Vec]
    const normal = unit(cross(sub(b, a), sub(c, a)))
    corners.forEach((corner, i) => {
      flat.points.set(read(mesh.points, corner), (t + i) * 3)
      flat.normals.set(normal, (t + i) * 3)
      flat.along.set(unit(sub(b, a)), (t + i) * 3)
      flat.uv.set(mesh.uv.subarray(corner * 2, corner * 2 + 2), (t + i) * 2)
    })
  }
  return flat
}

/** Moves, turns and sizes a mesh: first `scale`, then turns about x, y, z in degrees, then `move`. */
export interface Place {
  scale?: number | Vec
  turn?: Vec
  move?: Vec
}

export function placed(mesh: Mesh, { scale: size = 1, turn = [0, 0, 0], move = [0, 0, 0] }: Place): Mesh {
  const [sx, sy, sz]: Vec = typeof size === 'number' ? [size, size, size] : size
  const rotate = rotation(turn)
  const result = { ...mesh, points: mesh.points.slice(), normals: mesh.normals.slice(), along: mesh.along.slice() }
  for (let i = 0; i < mesh.points.length; i += 3) {
    const [x, y, z] = read(mesh.points, i / 3)
    const [nx, ny, nz] = read(mesh.normals, i / 3)
    const [tx, ty, tz] = read(mesh.along, i / 3)
    result.points.set(add(rotate([x * sx, y * sy, z * sz]), move), i)
    result.normals.set(unit(rotate([nx / sx, ny / sy, nz / sz])), i)
    result.along.set(unit(rotate([tx * sx, ty * sy, tz * sz])), i)
  }
  return result
}

/** Turns about x, then y, then z, in degrees. */
export function rotation([x, y, z]: Vec): (p: Vec) => Vec {
  const [a, b, c] = [x, y, z].map(degrees => (degrees * Math.PI) / 180) as [number, number, number]
  const [sa, ca, sb, cb, sc, cc] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b), Math.sin(c), Math.cos(c)]
  return ([px, py, pz]) => {
    const [y1, z1] = [py * ca - pz * sa, py * sa + pz * ca]
    const [x2, z2] = [px * cb + z1 * sb, z1 * cb - px * sb]
    return [x2 * cc - y1 * sc, x2 * sc + y1 * cc, z2]
  }
}

export const read = (array: Float32Array, i: number): Vec => [
  array[i * 3] as number,
  array[i * 3 + 1] as number,
  array[i * 3 + 2] as number,
]

function empty(corners: number, triangles: number): Mesh {
  return {
    points: new Float32Array(corners * 3),
    normals: new Float32Array(corners * 3),
    along: new Float32Array(corners * 3),
    uv: new Float32Array(corners * 2),
    triangles: new Uint32Array(triangles * 3),
  }
}
