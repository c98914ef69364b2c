import { surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise } from '#kit/geometry/noise.ts'
import { lathe, rounded, roundedBox, tube } from '#kit/geometry/solids.ts'
import { hex, hump, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { mirror, silver } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function haloParts(): Part[] {
  const guilloche: Material = {
    paint(sample) {
      const wave = Math.cos((sample.u * 72 + 0.6 * Math.sin(sample.v * 30)) * turn)
      setColour(sample, hex('#e6e6e6'))
      sample.slopeU = 0.22 * wave
      sample.metal = 1
      sample.rough = 0.16
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
    paint(sample) {
      const a = sample.u * turn
      const inside = smoothstep(0.24, 0.3, sample.v) * smoothstep(0.95, 0.9, sample.v)
      setColour(sample, hex('#ead2bd'), 1 + 0.03 * fractalNoise(sample.x * 40, sample.z * 40))
      sample.slopeU = 0.5 * Math.sin(a * 24) * inside
      sample.slopeV = 0.5 * (hump(0.27, 0.03, sample.v) - hump(0.93, 0.03, sample.v))
      sample.rough = 0.95
      sample.sheen = 0.25
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
      transform(
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
  const open = moveParts(moveParts(shell, [0, 0, 1.62]), [0, 0.36, -1.62], [-108, 0, 0])
  const hinge = part(
    tube(t => [mix(-0.4, 0.4, t), 0.33, -1.63], 0.075, { steps: 20, sides: 20 }),
    silver(0.16),
  )
  const catchPart = part(transform(roundedBox([0.2, 0.06, 0.06], 0.05, 0.02, 60), { move: [0, 0.2, 1.65] }), silver())
  return [part(base, silver(0.14)), part(pressed, powder), ...open, hinge, catchPart]
}

export const haloCompact = (): Scene =>
  createScene(moveParts(haloParts(), [-0.2, 0, 0.5], [0, -20, 0], 0.98), {
    wall: '#e7e1de',
    table: '#d3c8c3',
    height: 5.7,
    target: [0.25, 1.35, 0],
    pitch: 24,
  })
