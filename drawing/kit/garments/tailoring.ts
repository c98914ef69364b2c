import { type Mesh, surface, transform } from '../geometry/mesh.ts'
import { noise } from '../geometry/noise.ts'
import { ball, lathe, rounded, tube } from '../geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '../geometry/vec.ts'
import { type Cut, clothAt } from './garment.ts'

/** The surface of a dress, offset outwards by `lift`. */
export function clothAbove(cut: Cut, lift: number): (angle: number, y: number) => Vec {
  const at = clothAt({ ...cut, flow: (angle, y) => (cut.flow?.(angle, y) ?? 0) + lift })
  return (angle, y) => at((angle + 2) % 1, y)
}

/** A piece of cloth laid on a dress: `place` is the angle and the height of each of its points. */
export function patch(
  cut: Cut,
  place: (u: number, v: number) => [angle: number, y: number],
  lift = 0.014,
  [columns, rows] = [80, 120],
): Mesh {
  const at = clothAbove(cut, lift)
  return surface(columns, rows, (u, v) => at(...place(u, v)))
}

/** A round button with a sunken middle, sewn on at an angle and a height. */
export function button(cut: Cut, angle: number, y: number, radius: number): Mesh {
  const profile: [number, number][] = [
    [0.0001, 0],
    [1, 0],
    [1, 0.4],
    [0.66, 0.46],
    [0.56, 0.3],
    [0.0001, 0.3],
  ]
  return transform(lathe(rounded(profile, 0.12), 32), {
    scale: radius,
    rotate: [90, angle * 360, 0],
    move: clothAbove(cut, 0.016)(angle, y),
  })
}

/** The seam down the middle of the back, closed by a hidden zip with a small drop-shaped pull at its top. */
export function backZip(cut: Cut, bottom: number): Mesh[] {
  const at = clothAbove(cut, 0.004)
  const top = cut.neck(0.5) - 0.01
  const seam = tube(t => at(0.5, mix(top, bottom, t)), 0.008, { steps: 160, sides: 8, up: [0, 0, 1] })
  const [x, y, z] = at(0.5, top - 0.05)
  return [seam, transform(ball(24), { scale: [0.018, 0.045, 0.014], move: [x, y, z - 0.02] })]
}

/** A gathered flounce around the body: it hangs from `top`, `drop` long, and swings out by `flare` in `waves` waves. */
export function flounce(
  cut: Cut,
  top: (angle: number) => number,
  {
    drop,
    flare,
    waves,
    wave = 0.07,
    seed = 0,
  }: { drop: number; flare: number; waves: number; wave?: number; seed?: number },
): Mesh {
  const at = clothAbove(cut, 0.012)
  return surface(
    720,
    60,
    (u, v) => {
      const a = u * turn
      const [s, c] = [Math.sin(a), Math.cos(a)]
      const [x, y, z] = at(u, top(u) - v * drop)
      const phase = waves * a + 3.2 * noise(s * 1.8 + seed, c * 1.8, seed) + 1.1 * noise(s * 5, c * 5 + seed, 2)
      const swing = smoothstep(0, 1, v) * (0.4 + 0.6 * v)
      const ripple = (Math.cos(phase) + 0.3 * Math.cos(2 * phase + 1)) * (0.7 + 0.6 * noise(s * 3, c * 3, seed + 4))
      const out = flare * swing + wave * ripple * mix(0.18, 1, v)
      return [x + s * out, y + 0.12 * drop * v * Math.sin(phase + 1), z + c * out]
    },
    { closed: true },
  )
}

/** A turned-down shirt collar: heights of its fold and of its outer edge by angle, open by `gap` in front. */
export function foldedCollar(
  body: (angle: number, y: number, ease: number) => Vec,
  {
    fold = 4.68,
    edge,
    gap = 0.02,
    ease = 0.03,
  }: { fold?: number; edge: (away: number) => number; gap?: number; ease?: number },
): Mesh {
  return surface(200, 40, (u, v) => {
    const angle = mix(gap, 1 - gap, u)
    const away = Math.min(u, 1 - u)
    const y = mix(fold - 0.1 * smoothstep(0.2, 0, away), edge(away), v)
    return body(angle, y, ease + 0.035 * Math.sin(Math.PI * mix(0.1, 0.95, v)) ** 0.7)
  })
}
