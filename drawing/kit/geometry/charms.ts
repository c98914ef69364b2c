import type { Mesh } from './mesh.ts'
import { surface } from './mesh.ts'
import { mix, turn, type Vec } from './vec.ts'

/** A rounded plate facing +z over an anticlockwise outline. */
export function roundedPlate(outline: (t: number) => [number, number], depth: number): Mesh {
  return surface(
    160,
    40,
    (u, v): Vec => {
      // v runs over the front from the middle to the edge, then over the back to the middle.
      const front = v < 0.5
      const k = Math.sin(Math.min(1, front ? v * 2 : 2 - v * 2) * (Math.PI / 2))
      const [x, y] = outline(1 - u)
      return [x * k, y * k, (front ? 1 : -1) * depth * Math.sqrt(Math.max(0, 1 - k ** 4))]
    },
    { closed: true },
  )
}

export const heart =
  (size: number) =>
  (t: number): [number, number] => {
    const a = t * turn
    return [
      (size * 16 * Math.sin(a) ** 3 * -1) / 17,
      (size * (13 * Math.cos(a) - 5 * Math.cos(2 * a) - 2 * Math.cos(3 * a) - Math.cos(4 * a) + 2)) / 17,
    ]
  }

export const star =
  (size: number, points = 5) =>
  (t: number): [number, number] => {
    const corner = (i: number): [number, number] => {
      const a = (i / points / 2) * turn + turn / 4
      const r = i % 2 ? size * 0.46 : size
      return [Math.cos(a) * r, Math.sin(a) * r]
    }
    const i = Math.floor(t * points * 2)
    const [[x, y], [x2, y2]] = [corner(i), corner(i + 1)]
    return [mix(x, x2, t * points * 2 - i), mix(y, y2, t * points * 2 - i)]
  }

export const clover =
  (size: number) =>
  (t: number): [number, number] => {
    const a = t * turn + turn / 8
    const r = size * (0.34 + 0.66 * Math.abs(Math.cos(2 * (a - turn / 8))) ** 0.6)
    return [Math.cos(a) * r, Math.sin(a) * r]
  }
