import { surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise } from '#kit/geometry/noise.ts'
import { lathe, rounded, roundedBox, tube } from '#kit/geometry/solids.ts'
import { hex, mix, mixVec, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass, metal } from '#kit/materials/metals.ts'
import { monogram } from '#kit/materials/monogram.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { limestone, plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// A soft aluminium tube standing on its cap: round below, pressed flat at the top.
function tubeParts(): Part[] {
  const printed: Material = {
    paint(sample) {
      const x = ((sample.u + 0.5) % 1) - 0.5
      const y = sample.v
      const lines = (
        [
          [0.36, 0.07],
          [0.31, 0.055],
          [0.26, 0.03],
        ] as const
      ).some(([at, half]) => Math.abs(y - at) < 0.006 && Math.abs(x) < half)
      const oats = Math.abs(y - 0.84) < 0.012 || Math.abs(y - 0.12) < 0.012
      const ink = Math.max(monogram(x * 4.4, (y - 0.58) * 3.3), lines ? 0.9 : 0, oats ? 0.7 : 0)
      setColour(sample, mixVec(hex('#d3bd99'), hex('#4a3421'), ink))
      const e = 0.01
      const dent = (a: number, b: number) => fractalNoise(a * 2.2, b * 1.6, 4, 3) * smoothstep(0.15, 0.95, sample.v)
      const here = dent(sample.x, sample.y)
      sample.slopeU = ((dent(sample.x + e, sample.y) - here) / e) * 0.11
      sample.slopeV = ((dent(sample.x, sample.y + e) - here) / e) * 0.11
      sample.rough = 0.42
      sample.coat = 0.25
    },
  }
  const bodyMesh = surface(
    260,
    200,
    (u, v): Vec => {
      const flat = smoothstep(0.05, 1, v) ** 1.25
      const round = v < 0.05 ? mix(0.86, 1, Math.sqrt(v / 0.05)) : 1
      const wide = mix(0.68, 0.98, flat) * round
      const deep = mix(0.68, 0.03, flat) * round
      return [Math.sin(u * turn) * wide, 0.9 + v * 2.7, Math.cos(u * turn) * deep]
    },
    { closed: true },
  )
  const aluminium = metal({
    colour: '#d8d6d2',
    rough: 0.25,
    over(sample) {
      sample.slopeV = 0.35 * Math.cos(sample.y * 95)
    },
  })
  const fold = roundedBox([1.0, 0.14, 0.06], 0.03, 0.03, 120)
  const shoulder = lathe(
    [
      [0.6, 0.92],
      [0.34, 0.82],
      [0.3, 0.7],
    ],
    96,
  )
  const cap = surface(
    320,
    40,
    (u, v): Vec => {
      const r = 0.47 + 0.012 * Math.cos(u * turn * 44)
      return [Math.sin(u * turn) * r, 0.03 + v * 0.74, Math.cos(u * turn) * r]
    },
    { closed: true },
  )
  const ends = [0, 0.74].map(y =>
    lathe(
      rounded(
        [
          [0.0001, y],
          [0.485, y],
          [0.485, y + 0.06],
          [0.0001, y + 0.06],
        ],
        0.02,
      ),
      96,
    ),
  )
  const ivory = plainMaterial('#efe6d6', { rough: 0.45, coat: 0.3 })
  return [
    part(bodyMesh, printed),
    part(transform(fold, { move: [0, 3.66, 0] }), aluminium),
    part(shoulder, aluminium),
    part(cap, ivory),
    ...ends.map(mesh => part(mesh, ivory)),
  ]
}

export function avoineHandCream(): Scene {
  const cream = plainMaterial('#f1e7d6', { rough: 0.4, coat: 0.35, glow: 0.4 })
  const worm = tube(
    t => [Math.cos(t * 15) * 0.42 * (1 - t), 0.12 + 0.42 * t, Math.sin(t * 15) * 0.42 * (1 - t)],
    t =>
      0.15 *
      (1 - 0.35 * t) *
      Math.sqrt(Math.max(0.01, 1 - Math.max(0, (t - 0.8) / 0.2) ** 2)) *
      smoothstep(-0.1, 0.06, t),
    { steps: 160, sides: 24 },
  )
  const key = [
    part(
      tube(t => [0, 0.05, mix(-0.5, 0.32, t)], 0.05, { steps: 10, sides: 16 }),
      brass(),
    ),
    part(
      tube(t => [Math.cos(t * turn) * 0.24, 0.05, 0.5 + Math.sin(t * turn) * 0.19], 0.045, { closed: true, steps: 60 }),
      brass(),
    ),
  ]
  return createScene(
    [
      ...moveParts(tubeParts(), [-0.3, 0.3, -0.1], [0, 16, 0], 1.08),
      plinth(1.3, 0.3, [-0.3, 0, -0.1], limestone()),
      ...moveParts([part(worm, cream)], [1.22, 0, 0.9], [0, 0, 0], 1.05),
      ...moveParts(key, [0.3, 0, 1.4], [0, 68, 0]),
    ],
    { wall: '#eee5d8', table: '#dccbb5', height: 5.4, target: [0.12, 2.04, 0], pitch: 12 },
  )
}
