import { surface, transform } from '#kit/geometry/mesh.ts'
import { lathe, rounded, softBox } from '#kit/geometry/solids.ts'
import { hex, mix, type Vec } from '#kit/geometry/vec.ts'
import { glass, plainMaterial, stone } from '#kit/materials/materials.ts'
import { brushed } from '#kit/materials/metals.ts'
import { monogram } from '#kit/materials/monogram.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function minuitParts(): Part[] {
  const outline = rounded(
    [
      [0.0001, 0],
      [0.86, 0],
      [0.86, 2.1],
      [0.42, 2.42],
      [0.36, 2.46],
      [0.36, 2.62],
      [0.0001, 2.62],
    ],
    0.16,
  )
  const cobalt = glass('#2f58c0', { depth: 0.85, bend: 0.16 })
  const inner = lathe(
    rounded(
      [
        [0.0001, 0.12],
        [0.74, 0.12],
        [0.74, 1.72],
        [0.0001, 1.72],
      ],
      0.1,
    ),
    96,
  )
  const oil = plainMaterial('#1c3a94', { rough: 0.35, glow: 0.8 })
  const label: Material = {
    paint(sample) {
      setColour(sample, hex('#e9e7e3'))
      const [x, y] = [(sample.u - 0.5) * 3, (0.5 - sample.v) * 2.4 - 0.35]
      const lines = [0.66, 0.73, 0.8].some(
        (at, i) => Math.abs(sample.v - at) < 0.009 && Math.abs(sample.u - 0.5) < [0.3, 0.24, 0.12][i]!,
      )
      const k = Math.max(monogram(x * 1.2, y * 1.2), lines ? 0.8 : 0)
      for (const c of ['r', 'g', 'b'] as const) sample[c] = mix(sample[c], 0.06, k)
      sample.rough = 0.7
    },
  }
  const paper = surface(80, 20, (u, v): Vec => {
    const a = mix(-0.72, 0.72, u)
    return [Math.sin(a) * 0.872, mix(1.78, 0.5, v), Math.cos(a) * 0.872]
  })
  const collar = lathe(
    rounded(
      [
        [0.0001, 2.5],
        [0.43, 2.5],
        [0.43, 2.98],
        [0.37, 3.0],
        [0.0001, 3.0],
      ],
      0.03,
    ),
    128,
  )
  const teat = lathe(
    rounded(
      [
        [0.3, 2.98],
        [0.31, 3.12],
        [0.25, 3.2],
        [0.26, 3.66],
        [0.2, 3.86],
        [0.0001, 3.9],
      ],
      0.08,
    ),
    96,
  )
  const pipette = lathe(
    [
      [0.05, 0.35],
      [0.07, 0.5],
      [0.075, 2.5],
    ],
    32,
  )
  return [
    part(inner, oil),
    part(pipette, plainMaterial('#9fb3dd', { rough: 0.2 })),
    part(lathe(outline, 160, 6), cobalt),
    part(paper, label),
    part(collar, brushed({ colour: '#e9e9ea', rough: 0.22 })),
    part(teat, plainMaterial('#1a1c24', { rough: 0.55 })),
  ]
}

export const minuitSerum = (): Scene =>
  createScene(
    [
      ...moveParts(minuitParts(), [-0.1, 0.62, 0]),
      plinth(1.35, 0.62, [-0.1, 0, 0], stone('#c9ccd4', '#b3b8c4', { rough: 0.9 })),
      part(
        transform(softBox([0.62, 0.3, 0.5], 2.5), { rotate: [0, 30, 6], move: [1.42, 0.3, 0.7] }),
        stone('#d9d6d2', '#bdb9b4'),
      ),
    ],
    { wall: '#e2e4e9', table: '#c6cad4', height: 5.4, target: [0.1, 2.2, 0], pitch: 9 },
  )
