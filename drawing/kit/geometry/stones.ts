import { faceted, type Mesh, surface } from './mesh.ts'
import { cross, mix, sub, type Vec } from './vec.ts'

/** A brilliant-cut stone facing +z: `outline` gives its girdle as [x, y] by angle in turns; `high` its crown and pavilion. */
export function cutStone(
  outline: (angle: number) => [number, number],
  { facets = 16, crown = 0.3, pavilion = 0.45, table = 0.55 } = {},
): Mesh {
  const rings: [number, number, number][] = [
    [0.001, crown, 0],
    [table, crown, 0],
    [mix(table, 1, 0.5), crown * 0.62, 0.5],
    [1, 0.03, 0],
    [1, -0.03, 0],
    [0.55, -pavilion * 0.5, 0.5],
    [0.001, -pavilion, 0],
  ]
  return surface(
    facets,
    rings.length - 1,
    (u, v): Vec => {
      const [size, z, shift] = rings[Math.round(v * (rings.length - 1))] as [number, number, number]
      const [x, y] = outline((u + shift / facets) % 1)
      return [x * size, y * size, z]
    },
    { closed: true, flat: true },
  )
}

/** Three corners, and how bright it is, from 0 to 1. */
type Facet = [Vec, Vec, Vec, number]

/**
 * A round brilliant facing +z: the table, on which the lower half shows as eight arrows, then eight stars, eight kites and sixteen
 * halved facets at the girdle. The u of each facet is how bright it is, from 0 to 1.
 */
export function brilliant(radius: number): Mesh {
  const at = (size: number, high: number, place: number): Vec => {
    const a = (place / 16) * 2 * Math.PI
    return [Math.cos(a) * size * radius, Math.sin(a) * size * radius, high * radius]
  }
  const crown = 0.3
  const flat = Math.cos(Math.PI / 8) // the middle of an edge of the octagon
  const facets: Facet[] = []
  for (let i = 0; i < 16; i++) {
    const isEven = i % 2 === 0
    const inner = (place: number) => at(place % 2 === 0 ? 0.15 : 0.3, crown, place)
    const outer = (place: number) => at(place % 2 === 0 ? 0.55 : 0.55 * flat, crown, place)
    facets.push([at(0, crown, 0), inner(i), inner(i + 1), isEven ? 0.2 : 0.85])
    // Two arrows meet in the middle of each edge of the table, and each arrow is its own mirror image.
    const arrow = isEven ? i : i + 1
    const beside = isEven ? i + 1 : i
    facets.push(upwards([inner(arrow), outer(i), outer(i + 1)], i % 4 < 2 ? 0.1 : 0.3))
    facets.push(upwards([inner(arrow), outer(beside), inner(beside)], isEven ? 0.95 : 0.7))
    for (const from of [i, i + 0.5]) {
      const [top, bottom, nextTop, nextBottom] = [
        at(1, 0.02, from),
        at(1, -0.03, from),
        at(1, 0.02, from + 0.5),
        at(1, -0.03, from + 0.5),
      ]
      facets.push([top, bottom, nextTop, 0.7], [nextTop, bottom, nextBottom, 0.4])
      facets.push([bottom, at(0, -0.86, 0), nextBottom, isEven ? 0.3 : 0.8])
    }
  }
  for (let i = 0; i < 16; i += 2) {
    const [left, tip, right] = [at(0.76, 0.19, i - 1), at(0.55, crown, i), at(0.76, 0.19, i + 1)]
    const corner = at(1, 0.02, i)
    facets.push([tip, right, at(0.55, crown, i + 2), i % 4 === 0 ? 1 : 0.7])
    facets.push([tip, left, corner, 0.9], [tip, corner, right, 0.3])
    for (const [from, to, bright] of [
      [i, i + 1, 0.1],
      [i + 1, i + 2, 0.85],
    ] as const)
      for (const half of [0, 0.5])
        facets.push([right, at(1, 0.02, from + half), at(1, 0.02, to - 0.5 + half), bright + 0.1 * half])
  }
  return fromFacets(facets)
}

/** The same facet with its corners against the clock as seen from +z. */
function upwards([a, b, c]: [Vec, Vec, Vec], bright: number): Facet {
  const isUp = cross(sub(b, a), sub(c, a))[2] > 0
  return isUp ? [a, b, c, bright] : [a, c, b, bright]
}

/** The mesh of facets, each with its own corners and one normal. */
function fromFacets(facets: Facet[]): Mesh {
  const corners = facets.length * 3
  const mesh: Mesh = {
    points: new Float32Array(corners * 3),
    normals: new Float32Array(corners * 3),
    tangents: new Float32Array(corners * 3),
    uv: new Float32Array(corners * 2),
    triangles: Uint32Array.from({ length: corners }, (_, i) => i),
  }
  for (const [i, [a, b, c, u]] of facets.entries())
    for (const [k, point] of [a, b, c].entries()) {
      mesh.points.set(point, (i * 3 + k) * 3)
      mesh.uv.set([u, (i + 0.5) / facets.length], (i * 3 + k) * 2)
    }
  return faceted(mesh)
}

/** A step-cut stone facing +z over a rectangle with cut corners: terraces run around its table and below it. */
export function stepCut(halfX: number, halfY: number, high: number): Mesh {
  const corner = 0.24 * Math.min(halfX, halfY)
  const outline: [number, number][] = [
    [halfX, halfY - corner],
    [halfX - corner, halfY],
    [corner - halfX, halfY],
    [-halfX, halfY - corner],
    [-halfX, corner - halfY],
    [corner - halfX, -halfY],
    [halfX - corner, -halfY],
    [halfX, corner - halfY],
  ]
  const rings: [size: number, z: number][] = [
    [0.001, high * 0.93],
    [0.2, high * 0.97],
    [0.4, high * 0.99],
    [0.58, high],
    [0.72, high * 0.82],
    [0.87, high * 0.5],
    [1, 0],
    [1, -0.02],
    [0.6, -high],
  ]
  return surface(
    8,
    rings.length - 1,
    (u, v): Vec => {
      const [size, z] = rings[Math.round(v * (rings.length - 1))] as [number, number]
      const [x, y] = outline[Math.round(u * 8) % 8] as [number, number]
      return [x * size, y * size, z]
    },
    { closed: true, flat: true },
  )
}

export const round =
  (radius: number) =>
  (a: number): [number, number] => [Math.cos(a * 2 * Math.PI) * radius, Math.sin(a * 2 * Math.PI) * radius]

export const oval =
  (width: number, height: number) =>
  (a: number): [number, number] => [(Math.cos(a * 2 * Math.PI) * width) / 2, (Math.sin(a * 2 * Math.PI) * height) / 2]

/** A drop with its point up. */
export const pear =
  (width: number, height: number) =>
  (a: number): [number, number] => {
    const t = a * 2 * Math.PI
    const y = Math.sin(t)
    return [((Math.cos(t) * width) / 2) * (1 - 0.5 * Math.max(0, y) ** 1.2 - 0.12 * (y + 1)), (y * height) / 2]
  }
