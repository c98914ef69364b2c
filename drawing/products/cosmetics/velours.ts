import { surface } from '#kit/geometry/mesh.ts'
import { lathe, rounded } from '#kit/geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass, brushed, gold } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { marble, plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function lipstickParts(): Part[] {
  const flutes = surface(
    480,
    40,
    (u, v): Vec => {
      const r = 0.5 + 0.018 * Math.abs(Math.cos(u * turn * 14)) - 0.01
      return [Math.sin(u * turn) * r, mix(0.04, 1.42, v), Math.cos(u * turn) * r]
    },
    { closed: true },
  )
  const wax = plainMaterial('#9b0f1f', { rough: 0.32, coat: 0.35, glow: 0.45 })
  const bullet = surface(
    160,
    90,
    (u, v): Vec => {
      const [s, c] = [Math.sin(u * turn), Math.cos(u * turn)]
      // The slanted, slightly hollow face of a fresh stick.
      const top = 2.98 + 0.42 * (s * 0.72 - c * 0.5) - 0.05
      const wall = Math.min(1, v / 0.72)
      const cap = Math.max(0, (v - 0.72) / 0.28)
      const r = 0.33 * (cap > 0 ? Math.max(0.001, (1 - cap) ** 0.9) : 1) * (1 - 0.06 * smoothstep(0.85, 1, wall))
      const y = mix(1.7, top, wall)
      const k = 1 - cap
      return [
        s * r,
        cap > 0 ? 2.98 + 0.42 * (s * 0.72 - c * 0.5) * k + 0.05 * Math.sin(Math.PI * cap * 0.5) - 0.05 : y,
        c * r,
      ]
    },
    { closed: true },
  )
  const collar = lathe(
    rounded(
      [
        [0.4, 1.4],
        [0.4, 2.04],
        [0.36, 2.08],
        [0.34, 2.06],
      ],
      0.02,
    ),
    128,
  )
  const bands = [0, 1.42].map(y =>
    lathe(
      rounded(
        [
          [0.0001, y],
          [0.535, y],
          [0.535, y + 0.08],
          [0.0001, y + 0.08],
        ],
        0.025,
      ),
      128,
    ),
  )
  return [
    part(flutes, gold(0.16)),
    ...bands.map(mesh => part(mesh, gold(0.1))),
    part(collar, brushed({ colour: '#f3d79c', rough: 0.2 })),
    part(bullet, wax),
  ]
}

export function veloursCap(): Part[] {
  const flutes = surface(
    480,
    40,
    (u, v): Vec => {
      const r = 0.5 + 0.018 * Math.abs(Math.cos(u * turn * 14))
      return [Math.sin(u * turn) * r, mix(0.02, 1.62, v), Math.cos(u * turn) * r]
    },
    { closed: true },
  )
  const top = lathe(
    rounded(
      [
        [0.53, 1.56],
        [0.53, 1.66],
        [0.0001, 1.7],
      ],
      0.04,
    ),
    128,
  )
  const lip = lathe(
    rounded(
      [
        [0.46, 0],
        [0.53, 0],
        [0.53, 0.07],
        [0.5, 0.08],
      ],
      0.02,
    ),
    128,
  )
  const inside = lathe(
    [
      [0.44, 0.02],
      [0.44, 1.5],
      [0.0001, 1.5],
    ],
    96,
  )
  return [part(flutes, gold(0.16)), part(top, gold(0.1)), part(lip, gold(0.1)), part(inside, brass(0.3))]
}

export function velours(): Scene {
  const cap = moveParts(veloursCap(), [1.12, 0.84, 0.62], [90, -62, 0])
  return createScene(
    [
      ...moveParts(lipstickParts(), [-0.42, 0.3, -0.1], [0, 24, 0], 1.08),
      ...cap,
      plinth(1.25, 0.3, [-0.42, 0, -0.1], marble()),
    ].map(p => p),
    { wall: '#eddcd3', table: '#d9bfb3', height: 4.7, target: [0.1, 1.72, 0], pitch: 12 },
  )
}
