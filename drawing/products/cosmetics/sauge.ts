import { surface } from '#kit/geometry/mesh.ts'
import { lathe, rounded } from '#kit/geometry/solids.ts'
import { turn, type Vec } from '#kit/geometry/vec.ts'
import { glass, plainMaterial } from '#kit/materials/materials.ts'
import { metal } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { limestone, plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function saugeParts(): Part[] {
  const outer = lathe(
    rounded(
      [
        [0.0001, 0],
        [1.22, 0],
        [1.22, 1.12],
        [1.08, 1.16],
        [1.08, 1.42],
        [0.96, 1.42],
        [0.96, 1.26],
      ],
      0.12,
    ),
    160,
    6,
  )
  const green = glass('#6f9a74', { depth: 1.1, bend: 0.14, frost: 0.12 })
  const bowl = lathe(
    rounded(
      [
        [0.0001, 0.26],
        [1.0, 0.2],
        [1.1, 0.6],
        [1.04, 1.2],
        [0.94, 1.3],
      ],
      0.15,
    ),
    128,
    6,
  )
  const cream = surface(
    240,
    120,
    (u, v): Vec => {
      const r = 0.94 * v
      const swirl = 0.055 * Math.cos(v * 15 - u * turn * 1) * (1 - v * 0.6)
      return [
        Math.sin(u * turn) * r,
        1.3 + swirl * Math.sin(Math.PI * Math.min(1, v * 1.1)) + 0.13 * (1 - v) ** 2,
        Math.cos(u * turn) * r,
      ]
    },
    { closed: true },
  )
  return [
    part(bowl, plainMaterial('#dbe0cf', { rough: 0.5 })),
    part(cream, plainMaterial('#ece9da', { rough: 0.4, coat: 0.3, glow: 0.4 })),
    part(outer, green),
  ]
}

export function saugeCream(): Scene {
  const lid = [
    part(
      lathe(
        rounded(
          [
            [0.0001, 0],
            [1.2, 0],
            [1.2, 0.42],
            [1.14, 0.48],
            [0.0001, 0.48],
          ],
          0.07,
        ),
        160,
        6,
      ),
      metal({
        colour: '#f0d9a6',
        rough: 0.26,
        // Turned metal: two bright fans that meet in the middle.
        over(sample) {
          const k = 0.8 + 0.75 * Math.cos(sample.u * turn + 0.9) ** 4
          sample.r *= k
          sample.g *= k
          sample.b *= k
        },
      }),
    ),
    part(
      lathe(
        [
          [1.1, -0.01],
          [1.1, 0.35],
          [0.0001, 0.36],
        ],
        96,
      ),
      plainMaterial('#efe9dc'),
    ),
  ]
  const leaning = moveParts(lid, [1.4, 0.86, 1.15], [80, -18, -8], 0.84)
  return createScene(
    [
      ...moveParts(saugeParts(), [-0.42, 0.36, 0], [0, 0, 0], 1.08),
      ...leaning,
      plinth(1.75, 0.36, [-0.42, 0, 0], limestone()),
    ],
    { wall: '#e4e6da', table: '#c8ccb9', height: 5.7, target: [0.18, 1.05, 0], pitch: 24 },
  )
}
