import { chain, link } from '#kit/geometry/chain.ts'
import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { hash } from '#kit/geometry/noise.ts'
import { lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { hump, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { stone } from '#kit/materials/materials.ts'
import { gold, metal } from '#kit/materials/metals.ts'
import { type Part, part, transformParts } from '#kit/scene/part.ts'
import { block, panel } from '#kit/scene/props.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

/** The struck face of the medallion, radius 1, facing +z: a sun with long and short rays inside a beaded rim. */
export function medallionDisc(): Mesh {
  return surface(
    1440,
    220,
    (u, v): Vec => {
      const r = Math.max(0.0005, v)
      const beam = (count: number, shift: number, from: number, to: number, wide: number) => {
        const a = Math.abs(((u * count + shift) % 1) - 0.5) / count
        const t = (r - from) / (to - from)
        const half = wide * (1 - t) ** 0.8
        if (t < 0 || t > 1) return 0
        return Math.max(0, 1 - (a * turn * r) / half) * smoothstep(0, 0.1, t)
      }
      const rays = Math.max(beam(16, 0, 0.3, 0.84, 0.075), 0.8 * beam(16, 0.5, 0.34, 0.64, 0.05))
      const face = smoothstep(0.28, 0.26, r) * (0.03 + 0.055 * Math.sqrt(Math.max(0, 1 - (r / 0.28) ** 2)))
      const ring = 0.025 * hump(0.3, 0.022, r)
      const beads = 0.03 * hump(0.9, 0.035, r) * (0.5 + 0.5 * Math.cos(u * turn * 84))
      const rim = 0.05 * smoothstep(0.945, 0.96, r) * smoothstep(1, 0.985, r)
      const z = 0.07 * (1 - r * r) + 0.075 * rays + face + ring + beads + rim
      return [Math.sin(u * turn) * r, Math.cos(u * turn) * r, z]
    },
    { closed: true },
  )
}

// Fine strokes of the graver lie between the rays.
const struck = metal({
  colour: '#f3cf86',
  rough: 0.2,
  over(sample) {
    const r = sample.v
    if (r < 0.3 || r > 0.86) return
    sample.slopeU += 0.16 * Math.cos(sample.u * turn * 220) + 0.05 * (hash(Math.floor(sample.u * 700), 1) - 0.5)
  },
})

// The medallion with the two halves of its chain, lying on its back on height 0, its upper edge towards -z.
function necklace(): Part[] {
  const shine = gold(0.12)
  const thick = 0.1
  const lie: Mesh[] = [
    transform(
      lathe(
        rounded(
          [
            [0.0001, 0],
            [0.98, 0],
            [1, thick],
            [0.97, thick],
          ],
          0.02,
        ),
        160,
      ),
      { scale: [0.98, 1, 0.98] },
    ),
    tube(t => [Math.cos(t * turn) * 0.085, 0.1 + Math.sin(t * turn) * 0.11, -1.08], 0.028, {
      closed: true,
      up: [0, 0, 1],
    }),
  ]
  const disc = transform(medallionDisc(), { scale: 0.98, rotate: [-90, 0, 0], move: [0, thick, 0] })
  const half = (s: number) =>
    splineThrough([
      [s * 0.06, 0.09, -1.16],
      [s * 0.42, 0.06, -1.6],
      [s * 0.9, 0.06, -2.05],
      [s * (s > 0 ? 1.16 : 1.36), 0.06, -2.75],
      [s * (s > 0 ? 1.0 : 1.45), 0.06, -3.5],
      [s * (s > 0 ? 0.6 : 1.1), 0.06, -4.2],
      [s * 0.3, 0.06, -4.7],
    ])
  const paperclip = link(0.27, 0.1, 0.0195)
  const chains = [1, -1].flatMap(s => chain(half(s), 30, paperclip, 78, [0, 1, 0]))
  return [part(disc, struck), ...[...lie, ...chains].map(mesh => part(mesh, shine))]
}

/** The necklace hanging over the edge of an upright stone. */
export function hangingMedallion(): Part[] {
  const shine = gold(0.13)
  const half = (s: number) =>
    splineThrough([
      [s * 0.12, 1.62, 0.12],
      [s * 0.55, 2.35, 0.14],
      [s * 1.05, 3.3, 0.14],
      [s * 1.3, 3.9, 0.14],
      [s * 1.4, 4.22, 0.1],
      [s * 1.44, 4.36, -0.12],
      [s * 1.44, 4.36, -0.6],
    ])
  const chains = [1, -1].flatMap(s => chain(half(s), 34, link(0.24, 0.095, 0.0185), 64))
  const coin = transform(
    lathe(
      rounded(
        [
          [0.0001, -0.05],
          [0.92, -0.05],
          [0.94, 0.05],
          [0.91, 0.05],
        ],
        0.02,
      ),
      160,
    ),
    { rotate: [90, 0, 0] },
  )
  const face = transform(medallionDisc(), { scale: 0.92, move: [0, 0, 0.05] })
  const bail = tube(t => [Math.cos(t * turn) * 0.07, 1.6 + Math.sin(t * turn) * 0.11, 0.12], 0.026, {
    closed: true,
    up: [0, 0, 1],
  })
  const lean = { rotate: [-11, 12, 0] as Vec, move: [0, 0.97, 0.22] as Vec }
  const rock = stone('#cdb9a0', '#b59d80', { size: 0.8, rough: 0.9 })
  return [
    part(transform(coin, lean), shine),
    part(transform(face, lean), struck),
    ...[bail, ...chains].map(mesh => part(transform(mesh, { move: [0, 0.35, 0.05] }), shine)),
    block([3.3, 5.2, 0.5], [0, -0.55, -0.42], rock),
    panel(3.2, 4.6, [0, 0, -0.165], rock),
  ]
}

const lying = (camera: Pick<SceneOptions, 'height' | 'target' | 'pitch' | 'yaw'>): Scene => {
  const rock = stone('#b9a58c', '#9f896c', { size: 0.9, rough: 0.9 })
  const top = surface(300, 420, (u, v): Vec => [(u - 0.5) * 4.3, 0.503, (0.5 - v) * 6.3])
  return createScene(
    [
      ...transformParts(necklace(), { rotate: [0, -10, 0], scale: 1.12, move: [-0.1, 0.5, 1] }),
      block([4.4, 0.5, 6.4], [0.1, 0, -0.2], rock, -10),
      part(transform(top, { rotate: [0, -10, 0], move: [0.1, 0, -0.2] }), rock),
    ],
    { wall: '#ece2d5', table: '#d9c8b4', depth: 9, wide: 2, ...camera },
  )
}

export const soleilMedallions = {
  'soleil-medallion': () => lying({ height: 4.9, target: [0, 0.5, 0.1], pitch: 50 }),
  'soleil-medallion-engraving': () => lying({ height: 2.9, target: [-0.1, 0.5, 0.75], pitch: 62, yaw: -20 }),
  'soleil-medallion-hanging': () =>
    createScene(hangingMedallion(), {
      wall: '#ece2d5',
      table: '#d9c8b4',
      height: 5.5,
      target: [0, 2.45, 0],
      pitch: 6,
      yaw: -6,
    }),
}
