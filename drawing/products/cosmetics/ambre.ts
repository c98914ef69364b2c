import { surface, transform } from '#kit/geometry/mesh.ts'
import { lathe, rounded, roundedBox } from '#kit/geometry/solids.ts'
import { hex, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { glass, plainMaterial } from '#kit/materials/materials.ts'
import { brass, gold } from '#kit/materials/metals.ts'
import { monogram } from '#kit/materials/monogram.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function ambreParts(): Part[] {
  const [w, h, d] = [1.18, 1.3, 0.5]
  const outer = roundedBox([w, h, d], 0.12, 0.08, 220)
  const juice = plainMaterial('#b0640f', {
    rough: 0.3,
    glow: 0.9,
    over(sample) {
      const k = 0.42 + 0.75 * smoothstep(0.2, 2.5, sample.y) + 0.35 * smoothstep(0.7, -0.9, sample.x)
      sample.r *= k
      sample.g *= k * 1.05
      sample.b *= k
    },
  })
  const liquid = roundedBox([w - 0.12, h - 0.28, d - 0.12], 0.08, 0.05, 160)
  const neck = lathe(
    rounded(
      [
        [0.3, 0],
        [0.3, 0.2],
        [0.27, 0.24],
      ],
      0.03,
    ),
    96,
  )
  const collar = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.36, 0],
        [0.36, 0.16],
        [0.0001, 0.16],
      ],
      0.03,
    ),
    96,
  )
  const stopper = surface(
    240,
    60,
    (u, v): Vec => {
      const r =
        (0.44 + 0.008 * Math.cos(u * turn * 48)) *
        (v > 0.9 ? Math.sqrt(Math.max(0, 1 - ((v - 0.9) / 0.1) ** 2)) * 0.12 + 0.88 : 1)
      return [Math.sin(u * turn) * r, v * 0.72, Math.cos(u * turn) * r]
    },
    { closed: true },
  )
  const crown = lathe(
    [
      [0.388, 0.715],
      [0.2, 0.74],
      [0.0001, 0.745],
    ],
    128,
  )
  const label: Material = {
    paint(sample) {
      setColour(sample, hex('#efe5d3'))
      const [x, y] = [(sample.u - 0.5) * 3.2, (0.5 - sample.v) * 2.2 - 0.22]
      const ink = Math.max(
        monogram(x * 1.35, y * 1.35),
        Math.abs(sample.v - 0.8) < 0.012 && Math.abs(sample.u - 0.5) < 0.22 ? 1 : 0,
        Math.abs(sample.v - 0.86) < 0.012 && Math.abs(sample.u - 0.5) < 0.14 ? 1 : 0,
      )
      const frame = Math.max(Math.abs(sample.u - 0.5) * 1.02, Math.abs(sample.v - 0.5) * 1.05)
      const line = frame > 0.455 && frame < 0.468 ? 0.8 : 0
      const k = Math.max(ink, line)
      for (const c of ['r', 'g', 'b'] as const) sample[c] = mix(sample[c], 0.05, k)
      sample.rough = 0.8
    },
  }
  const paper = surface(20, 20, (u, v): Vec => [mix(-0.52, 0.52, u), mix(1.82, 0.72, v), d + 0.012])
  return [
    part(transform(liquid, { move: [0, h - 0.06, 0] }), juice),
    part(transform(outer, { move: [0, h, 0] }), glass('#f6ead2', { depth: 0.9, bend: 0.1 })),
    part(paper, label),
    part(transform(neck, { move: [0, 2 * h - 0.02, 0] }), brass(0.14)),
    part(transform(collar, { move: [0, 2 * h + 0.05, 0] }), gold(0.12)),
    part(transform(stopper, { move: [0, 2 * h + 0.24, 0] }), gold(0.13)),
    part(transform(crown, { move: [0, 2 * h + 0.24, 0] }), gold(0.13)),
  ]
}

export const ambreParfum = (): Scene =>
  createScene(
    [...moveParts(ambreParts(), [0, 0.4, 0.05], [0, -22, 0]), block([3.5, 0.4, 2.2], [0, 0, 0], travertine(), -6)],
    { wall: '#efe3d0', table: '#dcc7a8', height: 5.1, target: [0, 2.02, 0], pitch: 10 },
  )
