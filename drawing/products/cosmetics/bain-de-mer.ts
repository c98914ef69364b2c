import { cushion, faceOf, type Radius, superellipse } from '#kit/geometry/cushion.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { lathe, rounded, softBox } from '#kit/geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { label } from '#kit/materials/label.ts'
import { glass, plainMaterial, stone } from '#kit/materials/materials.ts'
import { brushed, silver } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

function flaskParts(): Part[] {
  const round = superellipse(1.26, 1.26, 1.2, 2, 2.3)
  const shape = { half: 0.34, swell: 0.16, edge: 0.2 }
  // The water of the sea stands level inside.
  const filled: Radius = angle => {
    const up = Math.cos(angle * turn)
    return Math.min(round(angle) * 0.9, up > 0 ? 0.66 / up : 9)
  }
  const water = plainMaterial('#3f86b4', {
    rough: 0.3,
    glow: 0.9,
    over(sample) {
      const k = 0.6 + 0.6 * smoothstep(0.4, 2.4, sample.y) + 0.25 * smoothstep(0.6, -0.8, sample.x)
      sample.r *= k
      sample.g *= k
      sample.b *= k
    },
  })
  const face = faceOf(round, shape)
  const paper = surface(40, 40, (u, v): Vec => {
    const [x, y] = [mix(-0.44, 0.44, u), mix(0.34, -0.62, v)]
    return [x, y, face(x, y) + 0.012]
  })
  const neck = lathe(
    rounded(
      [
        [0.24, 1.12],
        [0.24, 1.5],
        [0.2, 1.54],
      ],
      0.03,
    ),
    96,
  )
  const cap = lathe(
    rounded(
      [
        [0.0001, 1.42],
        [0.4, 1.42],
        [0.4, 2.02],
        [0.34, 2.1],
        [0.0001, 2.12],
      ],
      0.05,
    ),
    128,
    8,
  )
  const collar = lathe(
    rounded(
      [
        [0.0001, 1.26],
        [0.31, 1.26],
        [0.31, 1.4],
        [0.0001, 1.4],
      ],
      0.03,
    ),
    96,
  )
  return [
    part(cushion(filled, { half: 0.26, swell: 0.1, edge: 0.14 }), water),
    part(cushion(round, shape), glass('#cfe4f0', { depth: 0.9, bend: 0.12 })),
    part(
      paper,
      label({
        paper: '#f4f3ee',
        ink: '#20405e',
        shape: 0.9,
        lines: [
          [0.68, 0.3],
          [0.75, 0.22],
          [0.83, 0.12],
        ],
      }),
    ),
    part(neck, silver()),
    part(collar, silver(0.1)),
    part(cap, brushed({ colour: '#ececee', rough: 0.2 })),
  ]
}

export const bainDeMer = (): Scene =>
  createScene(
    [
      ...moveParts(flaskParts(), [-0.08, 1.62, 0], [0, 18, 0], 1.06),
      plinth(1.5, 0.36, [-0.08, 0, 0], stone('#d7dadb', '#bfc6ca', { rough: 0.9 })),
      part(
        transform(softBox([0.5, 0.24, 0.4], 2.4), { rotate: [0, -20, 4], move: [1.4, 0.24, 0.85] }),
        stone('#8fa3b0', '#74899a', { rough: 0.9 }),
      ),
      part(
        transform(softBox([0.28, 0.15, 0.24], 2.4), { rotate: [0, 30, 0], move: [0.86, 0.15, 1.55] }),
        stone('#e4dfd6', '#cfc8bc', { rough: 0.9 }),
      ),
    ],
    { wall: '#dfe8ec', table: '#cbd3d4', height: 5.1, target: [0.08, 1.9, 0], pitch: 10 },
  )
