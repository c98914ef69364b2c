import { transform } from '#kit/geometry/mesh.ts'
import { ball, lathe, splineThrough, tube } from '#kit/geometry/solids.ts'
import { cutStone, pear, round } from '#kit/geometry/stones.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { gem } from '#kit/materials/materials.ts'
import { brass, silver } from '#kit/materials/metals.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { block, limestone, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function nocturneEarrings(): Scene {
  const white = silver(0.1)
  const one = (): Part[] => {
    const drop = cutStone(pear(0.82, 1.18), { facets: 18, crown: 0.24, pavilion: 0.4, table: 0.56 })
    const diamond = cutStone(round(0.235), { facets: 12, crown: 0.1, pavilion: 0.15 })
    const rim =
      (outline: (a: number) => [number, number], grow: number) =>
      (t: number): Vec => {
        const [x, y] = outline(t)
        return [x * grow, y * grow, 0.02]
      }
    const claws = [0.03, 0.12, 0.25, 0.38, 0.47, 0.6, 0.75, 0.9].map(t => {
      const [x, y, z] = rim(pear(0.82, 1.18), 1.0)(t)
      return part(transform(ball(14), { scale: [0.036, 0.036, 0.06], move: [x, y, z + 0.04] }), white)
    })
    return [
      part(drop, gem('#12266f')),
      part(tube(rim(pear(0.82, 1.18), 1.05), 0.032, { closed: true, steps: 120, sides: 12, up: [0, 0, 1] }), white),
      ...claws,
      part(transform(diamond, { move: [0, 0.98, 0] }), gem('#eef1f4')),
      part(
        transform(tube(rim(round(0.235), 1.08), 0.032, { closed: true, steps: 80, sides: 12, up: [0, 0, 1] }), {
          move: [0, 0.98, 0],
        }),
        white,
      ),
      ...[0, 0.25, 0.5, 0.75].map(t => {
        const [x, y] = round(0.235)(t + 0.125)
        return sphereAt(ball(14), 0.04, [x, 0.98 + y, 0.05], white)
      }),
      part(
        transform(
          tube(t => [Math.cos(t * turn) * 0.06, Math.sin(t * turn) * 0.075, 0], 0.02, { closed: true, up: [0, 0, 1] }),
          { move: [0, 0.68, 0] },
        ),
        white,
      ),
      part(
        tube(
          splineThrough([
            [0, 1.22, 0],
            [0, 1.5, 0.02],
            [0.02, 1.82, -0.04],
            [0.0, 1.94, -0.2],
            [0, 1.8, -0.36],
            [0, 1.5, -0.36],
            [0, 1.3, -0.3],
          ]),
          0.027,
          { steps: 90, sides: 12 },
        ),
        white,
      ),
    ]
  }
  const place = (x: number, angle: number) =>
    one().map(({ mesh, material }) => part(transform(mesh, { rotate: [0, angle, 0], move: [x, 1.42, 0] }), material))
  const stand = [
    part(
      tube(t => [mix(-1.75, 1.75, t), 3.3, -0.19], 0.045, { steps: 60, sides: 20 }),
      brass(0.16),
    ),
    ...[-1.6, 1.6].map(x =>
      part(
        transform(
          lathe(
            [
              [0.045, 0],
              [0.045, 3.3],
            ],
            32,
          ),
          { move: [x, 0.1, -0.19] },
        ),
        brass(0.16),
      ),
    ),
    block([3.9, 0.26, 1.0], [0, 0, -0.1], limestone()),
  ]
  return createScene([...place(-0.72, 14), ...place(0.72, -10), ...stand], {
    wall: '#e3e4e6',
    table: '#cdccca',
    height: 4.6,
    target: [0, 1.85, 0],
    pitch: 7,
  })
}
