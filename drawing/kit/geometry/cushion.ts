import { type Mesh, surface } from './mesh.ts'
import { turn, type Vec } from './vec.ts'

/** The distance of an outline from its middle, by angle in turns: 0 is up, 0.25 to the right. */
export type Radius = (angle: number) => number

/** An outline `wide`, `up` and `down` from its middle; power 2 is an ellipse, 8 nearly a rectangle, above and below. */
export const superellipse =
  (wide: number, up: number, down: number, above = 2, below = above): Radius =>
  angle => {
    const [s, c] = [Math.sin(angle * turn), Math.cos(angle * turn)]
    const [tall, power] = c > 0 ? [up, above] : [down, below]
    return (Math.abs(s / wide) ** power + Math.abs(c / tall) ** power) ** (-1 / power)
  }

interface Stuffing {
  /** Half the depth at the edge. */
  half: number
  /** How much further the middle of each face stands out. */
  swell: number
  /** The share of the outline that is rounded over. */
  edge?: number
}

/** How far in front of the middle the face of a cushion lies at x, y. */
export function faceOf(radius: Radius, { half, swell, edge = 0.08 }: Stuffing): (x: number, y: number) => number {
  return (x, y) => {
    const k = Math.min(1, Math.hypot(x, y) / radius(Math.atan2(x, y) / turn))
    const over = Math.max(0, (k - 1 + edge) / edge)
    return (half + swell * (1 - k ** 2)) * Math.sqrt(Math.max(0, 1 - over ** 3))
  }
}

/** A stuffed body over an outline: bags, pockets, soap, purses. */
export function cushion(radius: Radius, stuffing: Stuffing, cells = 280): Mesh {
  const { half, swell, edge = 0.08 } = stuffing
  const flat = Array.from({ length: 24 }, (_, i) => ((i + 0.02) / 24) * (1 - edge))
  const rows: [k: number, z: number][] = [
    ...flat.map((k): [number, number] => [k, -half - swell * (1 - k ** 2)]),
    ...Array.from({ length: 25 }, (_, i): [number, number] => {
      const a = (i / 24 - 0.5) * Math.PI
      return [
        1 - edge + edge * Math.cos(a) ** 0.6,
        half * Math.sin(a) * (1 + (swell / half) * (1 - (1 - edge) ** 2) * Math.abs(Math.sin(a))),
      ]
    }),
    ...flat.toReversed().map((k): [number, number] => [k, half + swell * (1 - k ** 2)]),
  ]
  return surface(
    cells,
    rows.length - 1,
    (u, v): Vec => {
      const [k, z] = rows[Math.round(v * (rows.length - 1))]!
      const r = radius(u) * k
      return [Math.sin(u * turn) * r, Math.cos(u * turn) * r, z]
    },
    { closed: true },
  )
}
