import { heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, clothAt, dressBody, folds, sleeve } from '#kit/garments/garment.ts'
import { surface } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { splineThrough, tube } from '#kit/geometry/solids.ts'
import { hump, mix, smoothstep, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { part } from '#kit/scene/part.ts'
import type { Scene } from '#kit/scene/scene.ts'
import { onDressForm } from './on-dress-form.ts'

export function coletteDress(): Scene {
  const skirtFolds = folds(8, 2.8, 0.7, 0.05, 12)
  const cut: Cut = {
    neck: a => 4.54 - 1.2 * hump(0, 0.115, around(a)) ** 1.15,
    hem: a => 0.78 + 0.1 * hump(0.06, 0.08, a),
    skirt: [
      [0.7, 0.98, 0.78],
      [1.4, 0.82, 0.62],
      [2.2, 0.66, 0.47],
      [2.88, 0.45, 0.325],
    ],
    ease: 0.03,
    flow: (a, y) => skirtFolds(a, y) + 0.014 * noise(Math.sin(a * 6.28) * 3, y * 2.6, 4) * smoothstep(2.6, 3, y),
  }
  const crepe = woven({ colour: '#7d1420', creases: 0.03, crease: 2.6, threads: 130 })
  const at = clothAt({ ...cut, ease: 0.05 })
  // The upper front: from our right shoulder across to the waist at our left, then down to the hem.
  const front = surface(120, 240, (u, v): Vec => {
    const y = mix(4.4, 0.8, v)
    const edge =
      y > heights.waist
        ? mix(-0.12, 0.155, ((y - heights.waist) / (4.45 - heights.waist)) ** 0.8)
        : mix(-0.05, -0.12, smoothstep(1.6, heights.waist, y))
    const [x, , z] = at((mix(edge, 0.22, u) + 1) % 1, y)
    return [x, y, z + 0.012]
  })
  const sash = [0.055, 0.02, -0.015, -0.05].map(dy =>
    binding({ ...cut, ease: 0.055 }, a => heights.waist + dy + 0.012 * Math.sin(a * 19 + dy * 60), 0.024),
  )
  const knot: Vec = [-0.33, heights.waist, 0.33]
  const tail = (dx: number, length: number, sway: number) =>
    tube(
      splineThrough([
        knot,
        [knot[0] - 0.05 + dx * 0.4, knot[1] - 0.15, knot[2] + 0.09],
        [knot[0] + dx, knot[1] - length * 0.6, knot[2] + 0.17],
        [knot[0] + dx + sway, knot[1] - length, knot[2] + 0.24],
      ]),
      t => 0.018 + 0.012 * t,
      { flat: 3.2, sides: 24, up: [0, 0, 1] },
    )
  const loop = (dx: number, dy: number) =>
    tube(
      splineThrough([
        knot,
        [knot[0] + dx * 0.6, knot[1] + dy + 0.06, knot[2] + 0.08],
        [knot[0] + dx, knot[1] + dy, knot[2] + 0.06],
        [knot[0] + dx * 0.55, knot[1] + dy - 0.08, knot[2] + 0.1],
        knot,
      ]),
      0.02,
      { flat: 2.6, sides: 24, up: [0, 0, 1] },
    )
  const wrist = (t: number) => mix(0.2, 0.105, smoothstep(0, 0.85, t)) + 0.015 * smoothstep(0.9, 0.93, t)
  return onDressForm(
    [
      part(dressBody(cut), crepe),
      part(front, crepe),
      ...sash.map(mesh => part(mesh, crepe)),
      ...[tail(-0.1, 0.75, -0.05), tail(0.06, 0.95, 0.07), loop(-0.22, 0.02), loop(0.2, -0.04)].map(mesh =>
        part(mesh, crepe),
      ),
      ...([1, -1] as const).map(side => part(sleeve(side, 1, wrist, 0.03), crepe)),
    ],
    '#efe4da',
    '#decbbd',
    -8,
  )
}
