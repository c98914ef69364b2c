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
