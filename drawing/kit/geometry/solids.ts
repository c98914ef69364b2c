import { type Mesh, surface } from './mesh.ts'
import { add, cross, mix, normalize, scale, sub, turn, type Vec } from './vec.ts'

/** A shape turned on a lathe: `[radius, height]` stops from bottom to top, joined by straight lines; repeat a stop for a sharp edge. */
export function lathe(profile: readonly (readonly [number, number])[], sides = 96, steps = 4): Mesh {
  const dense = profile.flatMap(([r, y], i) => {
    const [nr, ny] = profile[i + 1] ?? [r, y]
    const count = i === profile.length - 1 ? 1 : steps
    return Array.from({ length: count }, (_, k) => [r + ((nr - r) * k) / count, y + ((ny - y) * k) / count] as const)
  })
  return surface(
    sides,
    dense.length - 1,
    (u, v) => {
      const [r, y] = dense[Math.round(v * (dense.length - 1))] as readonly [number, number]
      return [Math.sin(u * turn) * r, y, Math.cos(u * turn) * r]
    },
    { closed: true },
  )
}

/** Rounds the corners of a lathe profile with arcs of about `radius`. */
export function rounded(profile: readonly (readonly [number, number])[], radius: number): [number, number][] {
  return profile.flatMap(([x, y], i): [number, number][] => {
    const before = profile[i - 1]
    const after = profile[i + 1]
    if (!before || !after) return [[x, y]]
    const a = toward([x, y], before, radius)
    const b = toward([x, y], after, radius)
    return Array.from({ length: 6 }, (_, k) => {
      const t = k / 5
      const [p, q, r] = [(1 - t) ** 2, 2 * t * (1 - t), t * t]
      return [a[0] * p + x * q + b[0] * r, a[1] * p + y * q + b[1] * r]
    })
  })
}

function toward([x, y]: readonly [number, number], [tx, ty]: readonly [number, number], by: number): [number, number] {
  const length = Math.hypot(tx - x, ty - y) || 1
  const share = Math.min(by, length * 0.49) / length
  return [x + (tx - x) * share, y + (ty - y) * share]
}

/** A sphere of radius 1. */
export const ball = (sides = 48): Mesh =>
  surface(
    sides,
    sides / 2,
    (u, v) => {
      const r = Math.sin((0.002 + v * 0.996) * Math.PI)
      return [Math.sin(u * turn) * r, -Math.cos((0.002 + v * 0.996) * Math.PI), Math.cos(u * turn) * r]
    },
    { closed: true },
  )

/** A superellipsoid of half sizes `half`: `power` 2 is an ellipsoid, 6 nearly a box. */
export function softBox([hx, hy, hz]: Vec, power = 4, cells = 96): Mesh {
  const bend = (x: number) => Math.sign(x) * Math.abs(x) ** (2 / power)
  return surface(
    cells * 2,
    cells,
    (u, v) => {
      const [a, b] = [u * turn, (v - 0.5) * Math.PI * 0.999]
      const wide = bend(Math.cos(b))
      return [bend(Math.sin(a)) * wide * hx, bend(Math.sin(b)) * hy, bend(Math.cos(a)) * wide * hz]
    },
    { closed: true },
  )
}

/** A rectangle of half sizes `hx` and `hz` with rounded corners, as a path for t in 0..1. */
export function roundedRectangle(hx: number, hz: number, corner: number): (t: number) => [number, number] {
  const r = Math.min(corner, hx, hz)
  const [dx, dz, arc] = [2 * (hx - r), 2 * (hz - r), (Math.PI / 2) * r]
  const total = 2 * dx + 2 * dz + 4 * arc
  return t => {
    let s = ((t - Math.floor(t)) * total + dx / 2) % total
    // One side and one corner at a time, each turned a quarter further than the last.
    for (const [side, cx, cz, from] of [
      [dx, hx - r, hz - r, 0],
      [dz, hx - r, -(hz - r), 1],
      [dx, -(hx - r), -(hz - r), 2],
      [dz, -(hx - r), hz - r, 3],
    ] as const) {
      const [c, n] = [Math.cos((from * Math.PI) / 2), Math.sin((from * Math.PI) / 2)]
      if (s <= side) return [cx + n * r - c * (side - s), cz + c * r + n * (side - s)]
      s -= side
      if (s <= arc) {
        const a = (from * Math.PI) / 2 + s / (r || 1)
        return [cx + Math.sin(a) * r, cz + Math.cos(a) * r]
      }
      s -= arc
    }
    return [0, hz]
  }
}

/** A box of half sizes `half`: `corner` rounds its upright edges, `edge` those of its top and bottom. */
export function roundedBox([hx, hy, hz]: Vec, corner = 0.06, edge = 0.03, cells = 160): Mesh {
  const lean = Array.from({ length: 8 }, (_, i) => ((i / 7) * Math.PI) / 2)
  // Shadows are computed per vertex, so the tops and sides that they fall on need many rows.
  const flat = Array.from({ length: 16 }, (_, i) => edge + (1 - i / 16) * (Math.min(hx, hz) - edge - 0.001))
  // The inset of each row from the full outline, and its height, from the middle of the bottom to the middle of the top.
  const rows: [number, number][] = [
    ...flat.map((inset): [number, number] => [inset, -hy]),
    ...lean.toReversed().map((a): [number, number] => [edge * (1 - Math.cos(a)), -hy + edge * (1 - Math.sin(a))]),
    ...Array.from({ length: 23 }, (_, i): [number, number] => [0, mix(-hy + edge, hy - edge, (i + 1) / 24)]),
    ...lean.map((a): [number, number] => [edge * (1 - Math.cos(a)), hy - edge * (1 - Math.sin(a))]),
    ...flat.toReversed().map((inset): [number, number] => [inset, hy]),
  ]
  return surface(
    cells,
    rows.length - 1,
    (u, v) => {
      const [inset, y] = rows[Math.round(v * (rows.length - 1))] as [number, number]
      const [x, z] = roundedRectangle(hx - inset, hz - inset, Math.max(0.0005, corner - inset * 0.5))(u)
      return [x, y, z]
    },
    { closed: true },
  )
}

/** A tube along `path` (u in 0..1); `radius` may change along the way, and `flat` widens it sideways into a strap. */
export function tube(
  path: (t: number) => Vec,
  radius: number | ((t: number) => number),
  { steps = 120, sides = 16, closed = false, flat = 1, up = [0, 1, 0] as Vec } = {},
): Mesh {
  const size = typeof radius === 'number' ? () => radius : radius
  let side: Vec = [0, 0, 0]
  const frames = Array.from({ length: steps + 1 }, (_, i) => {
    const t = i / steps
    const e = 0.5 / steps
    const next = closed ? path((t + e) % 1) : path(Math.min(1, t + e))
    const last = closed ? path((t - e + 1) % 1) : path(Math.max(0, t - e))
    const ahead = normalize(sub(next, last))
    const guess = cross(ahead, up)
    side =
      Math.hypot(...guess) > 0.05
        ? normalize(guess)
        : normalize(cross(cross(ahead, side[0] || side[1] || side[2] ? side : [0, 0, 1]), ahead))
    return { centre: path(t), side, over: normalize(cross(side, ahead)), size: size(t) }
  })
  return surface(
    sides,
    steps,
    (u, v) => {
      const { centre, side, over, size } = frames[Math.round(v * steps)] as (typeof frames)[number]
      const [c, s] = [Math.cos(u * turn) * size * flat, -Math.sin(u * turn) * size]
      return add(centre, add(scale(side, c), scale(over, s)))
    },
    { closed: true },
  )
}

/** A smooth path through points, for tubes and chains. */
export function splineThrough(points: readonly Vec[], closed = false): (t: number) => Vec {
  const n = points.length
  const at = (i: number) => points[closed ? ((i % n) + n) % n : Math.min(n - 1, Math.max(0, i))] as Vec
  return t => {
    const x = t * (closed ? n : n - 1)
    const i = Math.min(Math.floor(x), closed ? n : n - 2)
    const f = x - i
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    return [0, 1, 2].map(k => {
      const [a, b, c, d] = [p0[k], p1[k], p2[k], p3[k]] as [number, number, number, number]
      return 0.5 * (2 * b + (c - a) * f + (2 * a - 5 * b + 4 * c - d) * f * f + (3 * b - a - 3 * c + d) * f ** 3)
    }) as unknown as Vec
  }
}

/** `count` values of t at equal distances along a path. */
export function evenlySpaced(path: (t: number) => Vec, count: number, closed = false): number[] {
  const fine = Array.from({ length: 1001 }, (_, i) => path(i / 1000))
  const lengths = [0]
  for (let i = 1; i < fine.length; i++)
    lengths.push((lengths[i - 1] as number) + Math.hypot(...sub(fine[i] as Vec, fine[i - 1] as Vec)))
  const total = lengths[1000] as number
  return Array.from({ length: count }, (_, i) => {
    const want = (total * i) / (closed ? count : Math.max(1, count - 1))
    return (
      Math.max(
        0,
        lengths.findIndex(length => length >= want - 1e-9),
      ) / 1000
    )
  })
}
