import { type Mesh, surface } from './mesh.ts'
import { mix, type Vec } from './vec.ts'

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

/**
 * A round brilliant facing +z, as one sees it from above: besides its 57 facets it has the smaller ones that the lower
 * half throws onto the table.
 */
export function brilliant(radius: number): Mesh {
  const high = radius * 0.34
  // Size, height, and how far each ring is turned against the one before, in facets.
  const rings: [size: number, z: number, shift: number][] = [
    [0.001, high, 0],
    [0.2, high * 1.004, 0.5],
    [0.37, high, 0],
    [0.55, high, 0.5],
    [0.68, high * 0.76, 0],
    [0.84, high * 0.44, 0.5],
    [1, 0.02 * radius, 0],
    [1, -0.03 * radius, 0],
    [0.62, -0.32 * radius, 0.5],
    [0.3, -0.6 * radius, 0],
    [0.001, -0.86 * radius, 0],
  ]
  const facets = 24
  return surface(
    facets,
    rings.length - 1,
    (u, v): Vec => {
      const [size, z, shift] = rings[Math.round(v * (rings.length - 1))] as (typeof rings)[number]
      const [x, y] = round(radius)((u + shift / facets) % 1)
      return [x * size, y * size, z]
    },
    { closed: true, flat: true },
  )
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
