import { placed, surface } from '#kit/geometry/mesh.ts'
import { cloud } from '#kit/geometry/noise.ts'
import { lathe, rounded, slab, tube } from '#kit/geometry/solids.ts'
import { hex, hump, mix, smooth, turn, type Vec } from '#kit/geometry/vec.ts'
import { dye } from '#kit/materials/fabrics.ts'
import { mirror, silver } from '#kit/materials/metals.ts'
import { type Material, moved, type Part, part } from '#kit/scene/part.ts'
import { type Still, studioSet } from '#kit/scene/scene.ts'

export function haloParts(): Part[] {
  const guilloche: Material = {
    paint(spot) {
      const wave = Math.cos((spot.u * 72 + 0.6 * Math.sin(spot.v * 30)) * turn)
      dye(spot, hex('#e6e6e6'))
      spot.slopeU = 0.22 * wave
      spot.metal = 1
      spot.rough = 0.16
    },
  }
  const base = lathe(
    rounded(
      [
        [0.0001, 0],
        [1.5, 0],
        [1.62, 0.12],
        [1.62, 0.26],
        [1.56, 0.32],
        [1.38, 0.32],
        [1.36, 0.24],
      ],
      0.06,
    ),
    200,
    6,
  )
  const powder: Material = {
    paint(spot) {
      const a = spot.u * turn
      const inside = smooth(0.24, 0.3, spot.v) * smooth(0.95, 0.9, spot.v)
      dye(spot, hex('#ead2bd'), 1 + 0.03 * cloud(spot.x * 40, spot.z * 40))
      spot.slopeU = 0.5 * Math.sin(a * 24) * inside
      spot.slopeV = 0.5 * (hump(0.27, 0.03, spot.v) - hump(0.93, 0.03, spot.v))
      spot.rough = 0.95
      spot.sheen = 0.25
    },
  }
  const pressed = surface(
    240,
    60,
    (u, v): Vec => [Math.sin(u * turn) * 1.36 * v, 0.27 + 0.05 * (1 - v * v), Math.cos(u * turn) * 1.36 * v],
    { closed: true },
  )
  const shell = [
    part(
      lathe(
        rounded(
          [
            [1.38, 0],
            [1.56, 0],
            [1.62, 0.06],
            [1.62, 0.1],
            [1.4, 0.22],
            [0.0001, 0.27],
          ],
          0.06,
        ),
        200,
        6,
      ),
      guilloche,
    ),
    part(
      placed(
        lathe(
          [
            [1.42, 0.0],
            [0.0001, 0.0],
          ],
          160,
        ),
        { move: [0, 0.03, 0] },
      ),
      mirror(2.6, 0.8),
    ),
    part(
      tube(t => [Math.sin(t * turn) * 1.4, 0.01, Math.cos(t * turn) * 1.4], 0.035, { closed: true, steps: 160 }),
      silver(),
    ),
  ]
  const open = moved(moved(shell, [0, 0, 1.62]), [0, 0.36, -1.62], [-108, 0, 0])
  const hinge = part(
    tube(t => [mix(-0.4, 0.4, t), 0.33, -1.63], 0.075, { steps: 20, sides: 20 }),
    silver(0.16),
  )
  const catchPart = part(placed(slab([0.2, 0.06, 0.06], 0.05, 0.02, 60), { move: [0, 0.2, 1.65] }), silver())
  return [part(base, silver(0.14)), part(pressed, powder), ...open, hinge, catchPart]
}

export const haloCompact = (): Still =>
  studioSet(moved(haloParts(), [-0.2, 0, 0.5], [0, -20, 0], 0.98), {
    wall: '#e7e1de',
    table: '#d3c8c3',
    height: 5.7,
    target: [0.25, 1.35, 0],
    pitch: 24,
  })
