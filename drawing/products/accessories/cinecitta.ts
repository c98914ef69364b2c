import { surface, transform } from '#kit/geometry/mesh.ts'
import { ball, roundedBox, softBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, smoothstep, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { glass, plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// The drop shape of our right lens, from the nose over the brow.
const rim = splineThrough(
  [
    [-0.66, 0.1, 0],
    [-0.6, 0.4, 0],
    [-0.1, 0.53, 0],
    [0.5, 0.5, 0],
    [0.76, 0.28, 0],
    [0.7, -0.16, 0],
    [0.4, -0.56, 0],
    [-0.06, -0.66, 0],
    [-0.46, -0.38, 0],
  ],
  true,
)

function half(side: 1 | -1): Part[] {
  const wire = gold(0.1)
  const smoke = plainMaterial('#3a2517', {
    rough: 0.08,
    coat: 0.9,
    over(sample) {
      const k = mix(2.6, 0.75, smoothstep(-0.6, 0.5, sample.y - 1.62))
      sample.r *= k * 1.05
      sample.g *= k
      sample.b *= k
    },
  })
  const lens = surface(
    160,
    40,
    (u, v): Vec => {
      const [x, y] = rim(side > 0 ? u : 1 - u)
      return [side * x * v, y * v, 0.11 * (1 - v * v)]
    },
    { closed: true },
  )
  const frame = tube(
    t => {
      const [x, y] = rim(t)
      return [side * x, y, 0]
    },
    0.036,
    { closed: true, steps: 240, sides: 12, up: [0, 0, 1] },
  )
  const temple = tube(
    splineThrough([
      [side * 0.8, 0.36, -0.04],
      [side * 0.94, 0.37, -0.2],
      [side * 0.98, 0.36, -1],
      [side * 0.97, 0.32, -1.9],
      [side * 0.95, 0.0, -2.4],
    ]),
    0.032,
    { steps: 80, sides: 12 },
  )
  const pad = transform(ball(24), {
    scale: [0.05, 0.13, 0.08],
    rotate: [0, side * 30, side * 14],
    move: [side * -0.66, -0.1, -0.12],
  })
  return moveParts(
    [
      part(lens, smoke),
      part(frame, wire),
      part(temple, wire),
      part(transform(roundedBox([0.07, 0.06, 0.07], 0.03, 0.02, 40), { move: [side * 0.79, 0.37, -0.03] }), wire),
      part(pad, glass('#f2e6d4', { depth: 0.3 })),
    ],
    [side * 0.9, 0, 0],
    [0, side * 7, 0],
  )
}

export function cinecittaSunglasses(): Scene {
  const wire = gold(0.1)
  const brow = tube(
    splineThrough([
      [-0.5, 0.475, 0.05],
      [-0.2, 0.5, 0.08],
      [0.2, 0.5, 0.08],
      [0.5, 0.475, 0.05],
    ]),
    0.034,
    { steps: 60, sides: 12, up: [0, 0, 1] },
  )
  const nose = tube(
    splineThrough([
      [-0.26, 0.14, 0.05],
      [-0.14, 0.24, 0.1],
      [0.14, 0.24, 0.1],
      [0.26, 0.14, 0.05],
    ]),
    0.034,
    { steps: 60, sides: 12, up: [0, 0, 1] },
  )
  const felt = woven({
    colour: '#2d4536',
    threads: 60,
    creases: 0.01,
    over(sample) {
      sample.sheen = 0.5
    },
  })
  const box = transform(softBox([1.45, 0.34, 0.5], 3.2), { rotate: [0, -6, 0], move: [0.25, 0.34, 1.5] })
  return createScene(
    [
      ...moveParts(
        [...half(1), ...half(-1), part(brow, wire), part(nose, wire)],
        [0.06, 1.66, 0.35],
        [-7, 17, 0],
        0.98,
      ),
      block([3.5, 0.94, 3.1], [0.05, 0, -0.65], travertine(), 17),
      part(box, felt),
    ],
    { wall: '#efe5d6', table: '#dac8b0', height: 5.2, target: [0.02, 1.2, 0], pitch: 16 },
  )
}
