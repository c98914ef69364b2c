import { type Mesh, surface } from '#kit/geometry/mesh.ts'
import { hash } from '#kit/geometry/noise.ts'
import { lathe, rounded, tube } from '#kit/geometry/solids.ts'
import { curve, mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { monogram } from '#kit/materials/monogram.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, limestone } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const lacquer = (signed = false) =>
  plainMaterial('#0d0c0e', {
    rough: 0.22,
    coat: 0.95,
    over(sample) {
      // The gilded V on the tube.
      const x = (((sample.u + 0.5) % 1) - 0.5) * 4.6
      if (!signed || monogram(x, (sample.y - 1.7) / 0.55) < 0.5) return
      sample.r = 0.72
      sample.g = 0.5
      sample.b = 0.2
    },
  })

// The wand: a cap to hold, a stem, and bristles in a rising spiral.
function wand(): Part[] {
  const cap = lathe(
    rounded(
      [
        [0.0001, -1.75],
        [0.34, -1.75],
        [0.34, 0],
        [0.0001, 0],
      ],
      0.05,
    ),
    128,
    8,
  )
  const ring = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.35, 0],
        [0.35, 0.1],
        [0.2, 0.12],
        [0.2, 0.34],
        [0.0001, 0.34],
      ],
      0.02,
    ),
    96,
  )
  const length = curve([
    [0, 0.13],
    [0.15, 0.23],
    [0.5, 0.25],
    [0.85, 0.19],
    [1, 0.09],
  ])
  const bristle = (i: number): Mesh => {
    const t = (i + hash(i, 1)) / 1500
    const a = t * turn * 26 + hash(i, 2) * 0.5
    const out = length(t) * mix(0.92, 1.05, hash(i, 3))
    const y = 1.35 + t * 1.25
    return tube(
      s => [Math.cos(a) * (0.02 + out * s), y + 0.035 * s * (hash(i, 4) - 0.3), Math.sin(a) * (0.02 + out * s)],
      s => 0.011 - 0.005 * s,
      { steps: 2, sides: 4 },
    )
  }
  const ink = plainMaterial('#100f11', { rough: 0.4, coat: 0.3 })
  const stem = lathe(
    [
      [0.045, 0.3],
      [0.045, 2.62],
      [0.0001, 2.64],
    ],
    24,
  )
  return [
    part(cap, lacquer()),
    part(ring, gold(0.12)),
    part(stem, ink),
    ...Array.from({ length: 1500 }, (_, i) => part(bristle(i), ink)),
  ]
}

export function rideauMascara(): Scene {
  const barrel = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.38, 0],
        [0.38, 2.3],
        [0.0001, 2.3],
      ],
      0.06,
    ),
    160,
    12,
  )
  const band = surface(
    160,
    8,
    (u, v): Vec => [Math.sin(u * turn) * 0.386, mix(2.06, 2.22, v), Math.cos(u * turn) * 0.386],
    { closed: true },
  )
  const neck = lathe(
    rounded(
      [
        [0.27, 2.25],
        [0.27, 2.62],
        [0.2, 2.62],
        [0.19, 2.3],
      ],
      0.02,
    ),
    96,
  )
  const tubeParts = [part(barrel, lacquer(true)), part(band, gold(0.14)), part(neck, gold(0.12))]
  return createScene(
    [
      ...moveParts(tubeParts, [-0.62, 0.36, -0.1], [0, 10, 0], 1.12),
      ...moveParts(wand(), [0.6, 1.72, 0.42], [-8, 0, -14], 0.9),
      block([2.1, 0.36, 1.7], [-0.6, 0, -0.1], limestone(), 6),
    ],
    { wall: '#e9e2dc', table: '#d2c6bd', height: 5.1, target: [0.1, 2.0, 0], pitch: 9 },
  )
}
