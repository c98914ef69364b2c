import { surface, transform } from '#kit/geometry/mesh.ts'
import { lathe, rounded, tube } from '#kit/geometry/solids.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { stone } from '#kit/materials/materials.ts'
import { gold, metal } from '#kit/materials/metals.ts'
import { type Material, part } from '#kit/scene/part.ts'
import { block, limestone, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function sereneBangle(): Scene {
  const jade = stone('#4f8560', '#c4d6bb', { size: 0.75, rough: 0.22, coat: 0.9 })
  const glowing: Material = {
    ...jade,
    paint(sample) {
      jade.paint(sample)
      sample.glow = 0.55
    },
  }
  const hoop = tube(t => [Math.sin(t * turn) * 1.34, Math.cos(t * turn) * 1.34, 0], 0.3, {
    closed: true,
    steps: 240,
    sides: 64,
    up: [0, 0, 1],
  })
  const collars = [-0.052, 0.052].map(d =>
    tube(
      t => {
        const a = (0.13 + d) * turn
        const r = 1.34 + Math.cos(t * turn) * 0.312
        return [Math.sin(a) * r, Math.cos(a) * r, Math.sin(t * turn) * 0.312]
      },
      0.042,
      { closed: true, steps: 80, up: [1, 0.3, 0] },
    ),
  )
  const seam = surface(40, 64, (u, v): Vec => {
    const a = (0.13 + mix(-0.05, 0.05, u)) * turn
    const r = 1.34 + Math.cos(v * turn) * 0.307
    return [Math.sin(a) * r, Math.cos(a) * r, Math.sin(v * turn) * 0.307]
  })
  const engraved = metal({
    colour: '#e3b866',
    rough: 0.2,
    over(sample) {
      sample.slopeU = 0.25 * Math.cos(sample.u * 60)
    },
  })
  const bangle = [part(hoop, glowing), ...collars.map(mesh => part(mesh, gold())), part(seam, engraved)]
  const leaning = bangle.map(({ mesh, material }) =>
    part(transform(mesh, { rotate: [-14, 20, 0], move: [-0.2, 2.26, 0.3] }), material),
  )
  const rest = [
    block([3.2, 0.66, 2.2], [0, 0, 0], travertine(), 8),
    part(
      transform(
        lathe(
          rounded(
            [
              [0.0001, 0],
              [0.62, 0],
              [0.62, 1.7],
              [0.0001, 1.7],
            ],
            0.04,
          ),
          96,
        ),
        { move: [0.55, 0.66, -0.78] },
      ),
      limestone(),
    ),
  ]
  return createScene([...leaning, ...rest], {
    wall: '#e4e5da',
    table: '#cfcabb',
    height: 5.2,
    target: [0, 1.75, 0],
    pitch: 13,
  })
}
