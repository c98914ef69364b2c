import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { ball, lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { curve, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather } from '#kit/materials/fabrics.ts'
import { brass } from '#kit/materials/metals.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function boscoParts(): Part[] {
  const suede = leather({ colour: '#24402f', shine: 0, grain: 34 })
  const hide = leather({ colour: '#3a2a1e', shine: 0.5, grain: 60 })
  const metalwork = brass(0.2)
  const radius = curve([
    [0, 0.98],
    [0.5, 1.08],
    [1.1, 1.13],
    [1.75, 1.0],
    [2.08, 0.8],
    [2.3, 0.82],
    [2.56, 1.0],
  ])
  const pouch = surface(
    360,
    180,
    (u, v) => {
      const y = 0.02 + v * 2.56
      const gathers = Math.cos(u * turn * 17 + 1.2 * noise(Math.sin(u * turn) * 3, Math.cos(u * turn) * 3))
      const tight = smoothstep(1.1, 2.05, y)
      const soft = 0.03 * noise(Math.sin(u * turn) * 1.6 + 3, Math.cos(u * turn) * 1.6, y * 1.4)
      const r = radius(y) * (1 + 0.05 * tight * gathers) + soft * (1 - 0.6 * tight)
      return [
        Math.sin(u * turn) * r,
        y + 0.035 * tight * gathers * smoothstep(2.3, 2.56, y),
        Math.cos(u * turn) * r * 0.86,
      ]
    },
    { closed: true },
  )
  const around =
    (y: number, out: number) =>
    (t: number): Vec => [Math.sin(t * turn) * (radius(y) + out), y, Math.cos(t * turn) * (radius(y) + out) * 0.86]
  const base = surface(
    200,
    20,
    (u, v) => {
      const [x, , z] = around(0.02 + v * 0.42, 0.035)(u)
      return [x, 0.02 + v * 0.42, z]
    },
    { closed: true },
  )
  const studs = Array.from({ length: 11 }, (_, i) =>
    part(transform(ball(20), { scale: [0.042, 0.042, 0.03], move: around(0.24, 0.04)(-0.2 + i * 0.04) }), metalwork),
  )
  const front = around(2.06, 0.05)
  const ends = [-1, 1].flatMap(side => {
    const start = front(side * 0.02)
    const down = splineThrough([
      start,
      [side * 0.14, 1.96, start[2] + 0.1],
      [side * (0.2 + 0.05 * side), 1.6, start[2] + 0.22],
      [side * 0.24 - 0.02, 1.12 + side * 0.12, start[2] + 0.34],
    ])
    const tip = down(1)
    return [
      part(tube(down, 0.028, { steps: 60, sides: 12 }), hide),
      part(
        transform(
          lathe(
            rounded(
              [
                [0.0001, -0.26],
                [0.055, -0.24],
                [0.04, 0],
                [0.0001, 0.02],
              ],
              0.02,
            ),
            32,
          ),
          { move: tip },
        ),
        metalwork,
      ),
    ]
  })
  const strap = splineThrough([
    [-0.86, 2.12, 0.0],
    [-0.98, 2.6, 0.02],
    [-0.8, 3.5, 0.0],
    [-0.3, 4.12, -0.08],
    [0.26, 4.14, -0.12],
    [0.78, 3.52, -0.06],
    [0.98, 2.6, 0.02],
    [0.86, 2.12, 0.0],
  ])
  return [
    part(pouch, suede),
    part(base, hide),
    part(tube(around(0.44, 0.03), 0.02, { closed: true, steps: 200 }), hide),
    part(tube(around(2.06, 0.035), 0.034, { closed: true, steps: 200 }), hide),
    ...ends,
    ...studs,
    part(tube(strap, 0.022, { flat: 4.2, steps: 200, sides: 24, up: [0, 0, 1] }), hide),
    ...[-0.9, 0.9].map(x =>
      part(
        tube(t => [x, 2.2 + Math.sin(t * turn) * 0.13, Math.cos(t * turn) * 0.13], 0.025, {
          closed: true,
          up: [1, 0, 0],
        }),
        metalwork,
      ),
    ),
  ]
}

export const boscoBag = (): Scene =>
  createScene(boscoParts(), {
    wall: '#e9e6db',
    table: '#cfc6b3',
    height: 5.3,
    target: [0, 2.02, 0],
    pitch: 9,
    yaw: -14,
  })
