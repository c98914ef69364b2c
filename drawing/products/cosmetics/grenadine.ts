import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { lathe, rounded, roundedBox } from '#kit/geometry/solids.ts'
import { turn, type Vec } from '#kit/geometry/vec.ts'
import { glass, plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, marble } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const red = '#a3101d'

function bottleParts(): Part[] {
  const lacquer = plainMaterial(red, { rough: 0.25, coat: 0.6, glow: 0.5 })
  const cap = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.4, 0],
        [0.35, 1.75],
        [0.0001, 1.78],
      ],
      0.06,
    ),
    128,
    10,
  )
  const ring = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.44, 0],
        [0.44, 0.16],
        [0.0001, 0.16],
      ],
      0.03,
    ),
    128,
  )
  return [
    part(transform(roundedBox([0.84, 0.78, 0.54], 0.3, 0.16, 160), { move: [0, 0.92, 0] }), lacquer),
    part(
      transform(roundedBox([0.96, 0.9, 0.66], 0.36, 0.2, 200), { move: [0, 0.9, 0] }),
      glass('#f7e4e4', { depth: 1.4, bend: 0.1 }),
    ),
    part(transform(ring, { move: [0, 1.8, 0] }), gold(0.12)),
    part(transform(cap, { move: [0, 1.96, 0] }), plainMaterial('#f1e9de', { rough: 0.3, coat: 0.6 })),
  ]
}

export function grenadinePolish(): Scene {
  const spill = surface(
    200,
    60,
    (u, v): Vec => {
      const a = u * turn
      const r =
        (0.62 + 0.1 * Math.cos(a * 2 + 0.6) + 0.05 * Math.cos(a * 3) + 0.05 * noise(Math.cos(a) * 2, Math.sin(a) * 2)) *
        v
      const h = 0.075 * (1 - v ** 5) ** 0.5
      return [Math.sin(a) * r * 1.25, h, Math.cos(a) * r * 0.85]
    },
    { closed: true },
  )
  const wet = plainMaterial(red, { rough: 0.12, coat: 1 })
  const drops: [number, number, number][] = [[1.66, 1.95, 0.09]]
  return createScene(
    [
      ...moveParts(bottleParts(), [-0.28, 0.4, -0.1], [0, 24, 0], 0.96),
      block([2.6, 0.4, 1.9], [-0.28, 0, -0.15], marble(), -5),
      ...moveParts([part(spill, wet)], [0.78, 0, 1.45], [0, 16, 0], 0.86),
      ...drops.map(([x, z, r]) => part(transform(spill, { scale: [r * 1.6, 0.5, r * 1.6], move: [x, 0, z] }), wet)),
    ],
    { wall: '#efe0da', table: '#e0cac2', height: 5.2, target: [0.08, 1.72, 0], pitch: 15 },
  )
}
