import { placed, surface } from '#kit/geometry/mesh.ts'
import { ball, slab, softBox, through, tube } from '#kit/geometry/solids.ts'
import { mix, smooth, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { body, glass } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { moved, type Part, part } from '#kit/scene/part.ts'
import { block, travertine } from '#kit/scene/props.ts'
import { type Still, studioSet } from '#kit/scene/scene.ts'

// The drop shape of our right lens, from the nose over the brow.
const rim = through(
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
  const smoke = body('#3a2517', {
    rough: 0.08,
    coat: 0.9,
    over(spot) {
      const k = mix(2.6, 0.75, smooth(-0.6, 0.5, spot.y - 1.62))
      spot.r *= k * 1.05
      spot.g *= k
      spot.b *= k
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
    through([
      [side * 0.8, 0.36, -0.04],
      [side * 0.94, 0.37, -0.2],
      [side * 0.98, 0.36, -1],
      [side * 0.97, 0.32, -1.9],
      [side * 0.95, 0.0, -2.4],
    ]),
    0.032,
    { steps: 80, sides: 12 },
  )
  const pad = placed(ball(24), {
    scale: [0.05, 0.13, 0.08],
    turn: [0, side * 30, side * 14],
    move: [side * -0.66, -0.1, -0.12],
  })
  return moved(
    [
      part(lens, smoke),
      part(frame, wire),
      part(temple, wire),
      part(placed(slab([0.07, 0.06, 0.07], 0.03, 0.02, 40), { move: [side * 0.79, 0.37, -0.03] }), wire),
      part(pad, glass('#f2e6d4', { depth: 0.3 })),
    ],
    [side * 0.9, 0, 0],
    [0, side * 7, 0],
  )
}

export function cinecittaSunglasses(): Still {
  const wire = gold(0.1)
  const brow = tube(
    through([
      [-0.5, 0.475, 0.05],
      [-0.2, 0.5, 0.08],
      [0.2, 0.5, 0.08],
      [0.5, 0.475, 0.05],
    ]),
    0.034,
    { steps: 60, sides: 12, up: [0, 0, 1] },
  )
  const nose = tube(
    through([
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
    over(spot) {
      spot.sheen = 0.5
    },
  })
  const box = placed(softBox([1.45, 0.34, 0.5], 3.2), { turn: [0, -6, 0], move: [0.25, 0.34, 1.5] })
  return studioSet(
    [
      ...moved([...half(1), ...half(-1), part(brow, wire), part(nose, wire)], [0.06, 1.66, 0.35], [-7, 17, 0], 0.98),
      block([3.5, 0.94, 3.1], [0.05, 0, -0.65], travertine(), 17),
      part(box, felt),
    ],
    { wall: '#efe5d6', table: '#dac8b0', height: 5.2, target: [0.02, 1.2, 0], pitch: 16 },
  )
}
