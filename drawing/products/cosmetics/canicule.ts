import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { ball, lathe, rounded, softBox } from '#kit/geometry/solids.ts'
import { mix, smoothstep, type Vec } from '#kit/geometry/vec.ts'
import { label } from '#kit/materials/label.ts'
import { glass, plainMaterial, stone } from '#kit/materials/materials.ts'
import { brass } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { limestone, plinth, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

function oilParts(): Part[] {
  const flask = rounded(
    [
      [0.0001, 0],
      [0.74, 0],
      [0.74, 2.05],
      [0.26, 2.3],
      [0.26, 2.62],
      [0.0001, 2.62],
    ],
    0.2,
  )
  const oil = plainMaterial('#b77a1c', {
    rough: 0.3,
    glow: 0.9,
    over(sample) {
      // Gold dust that has not quite settled.
      const dust = smoothstep(0.5, 0.66, noise(sample.x * 75, sample.y * 75, sample.z * 75))
      const k = 0.55 + 0.55 * smoothstep(0.1, 2, sample.y) + 0.3 * smoothstep(0.5, -0.7, sample.x)
      sample.r = sample.r * k + 0.5 * dust
      sample.g = sample.g * k + 0.36 * dust
      sample.b = sample.b * k + 0.12 * dust
    },
  })
  const inner = lathe(
    rounded(
      [
        [0.0001, 0.1],
        [0.64, 0.1],
        [0.64, 1.86],
        [0.0001, 1.86],
      ],
      0.12,
    ),
    128,
    8,
  )
  const paper = surface(80, 30, (u, v): Vec => {
    const a = mix(-0.62, 0.62, u)
    return [Math.sin(a) * 0.752, mix(1.56, 0.5, v), Math.cos(a) * 0.752]
  })
  const collar = lathe(
    rounded(
      [
        [0.0001, 2.5],
        [0.34, 2.5],
        [0.34, 2.74],
        [0.0001, 2.74],
      ],
      0.03,
    ),
    96,
  )
  return [
    part(inner, oil),
    part(lathe(flask, 160, 6), glass('#f7ead0', { depth: 1.2, bend: 0.12 })),
    part(
      paper,
      label({
        paper: '#f3e7cf',
        ink: '#6a4310',
        shape: 0.86,
        lines: [
          [0.68, 0.3],
          [0.75, 0.22],
          [0.84, 0.12],
        ],
        framed: true,
      }),
    ),
    part(collar, brass(0.16)),
    sphereAt(ball(64), 0.44, [0, 3.12, 0], stone('#c79a62', '#8d5f33', { size: 1.1, rough: 0.5, coat: 0.25 })),
  ]
}

export const caniculeOil = (): Scene =>
  createScene(
    [
      ...moveParts(oilParts(), [-0.15, 0.34, 0], [0, 14, 0], 1.14),
      plinth(1.5, 0.34, [-0.15, 0, 0], limestone()),
      part(
        transform(softBox([0.5, 0.26, 0.42], 2.4), { rotate: [0, 40, 0], move: [1.42, 0.26, 0.8] }),
        stone('#e2b98a', '#cf9c66', { rough: 0.9 }),
      ),
    ],
    { wall: '#f0e2cb', table: '#e0c79f', height: 5.2, target: [0.1, 2.14, 0], pitch: 9 },
  )
