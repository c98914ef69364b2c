import { clamp, cross, dot, normalize, scale, smoothstep, sub, type Vec } from '../geometry/vec.ts'

/** The direction of the key light: large, soft, at the top left in front of the table. */
export const keyDirection: Vec = normalize([-0.62, 0.78, 0.5])

const planeOf = (at: Vec) => {
  const right = normalize(cross([0, 1, 0.001], at))
  return { right, up: cross(at, right) }
}

/** The two directions across the face of the key light. */
export const keyPlane = planeOf(keyDirection)

const lamps = [
  { at: keyDirection, wide: 0.42, tall: 0.5, power: 7 },
  { at: normalize([0.95, 0.3, 0.22]), wide: 0.1, tall: 0.8, power: 3.2 },
  { at: normalize([-0.92, 0.06, 0.3]), wide: 0.2, tall: 1.1, power: 2.4 },
  { at: normalize([0.1, 0.98, -0.12]), wide: 0.6, tall: 0.25, power: 1.6 },
].map(lamp => ({ ...lamp, ...planeOf(lamp.at) }))

/** The light from direction `d`, blurred by `rough`: room, lamps, and below them the table in its colour. */
export function environmentLight(d: Vec, rough: number, table: Vec): Vec {
  const edge = 0.03 + rough * 0.9
  let white = 0.66 + 0.26 * smoothstep(-0.2 - rough, 0.9, d[1])
  // The dark corners of the room behind the camera give metal and glass their contrast.
  const corners = 0.52 + 0.34 * Math.cos(d[0] * 5.2 + 0.9) + 0.12 * Math.cos(d[1] * 9)
  white *= 1 - corners * smoothstep(0.15 - rough * 0.7, 0.75 + rough * 0.6, d[2]) * (1 - 0.7 * rough)
  for (const { at, wide, tall, power, right, up } of lamps) {
    const ahead = dot(d, at)
    if (ahead <= 0.02) continue
    const x = Math.abs(dot(d, right) / ahead)
    const y = Math.abs(dot(d, up) / ahead)
    const [ex, ey] = [Math.min(edge, 2), Math.min(edge, 2)]
    const inside = (1 - smoothstep(wide - ex * 0.5, wide + ex, x)) * (1 - smoothstep(tall - ey * 0.5, tall + ey, y))
    white += (inside * power) / (1 + rough * rough * 6)
  }
  const below = smoothstep(0.12 + rough * 0.5, -0.25 - rough * 0.5, d[1])
  const ground = 0.85
  return [
    white * (1 - below) * 1.02 + table[0] * ground * below,
    white * (1 - below) + table[1] * ground * below,
    white * (1 - below) * 0.97 + table[2] * ground * below,
  ]
}

/** The direction of `view` after reflection on a surface with this normal. */
export const reflect = (view: Vec, normal: Vec): Vec => sub(view, scale(normal, 2 * dot(view, normal)))

/** The direction of `view` inside a clear body; `ratio` is 1 / its refractive index. */
export function refract(view: Vec, normal: Vec, ratio: number): Vec {
  const facing = -dot(view, normal)
  const k = clamp(1 - ratio * ratio * (1 - facing * facing))
  return [0, 1, 2].map(i => view[i]! * ratio + normal[i]! * (ratio * facing - Math.sqrt(k))) as unknown as Vec
}
