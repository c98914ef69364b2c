import { splineThrough, tube } from '#kit/geometry/solids.ts'
import { turn, type Vec } from '#kit/geometry/vec.ts'
import { gold } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, limestone, plinth, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// One hoop around the origin: thin at the hinge above, full below, and open by a hair where the post goes in.
function hoop(): Part[] {
  const shine = gold(0.1)
  const at = (t: number): Vec => {
    const a = (0.03 + t * 0.94) * turn
    return [Math.sin(a) * 1.2, Math.cos(a) * 1.2, 0]
  }
  const post = splineThrough([at(0), [0.06, 1.23, 0], [-0.1, 1.235, 0], at(1)])
  return [
    part(
      tube(at, t => 0.05 + 0.19 * Math.sin(Math.PI * t) ** 1.7, { steps: 260, sides: 48, up: [0, 0, 1] }),
      shine,
    ),
    part(tube(post, 0.026, { steps: 30, sides: 12, up: [0, 0, 1] }), shine),
    part(
      tube(t => [at(1)[0] + Math.cos(t * turn) * 0.055, at(1)[1] + Math.sin(t * turn) * 0.055, 0], 0.024, {
        closed: true,
        steps: 40,
        up: [0, 0, 1],
      }),
      shine,
    ),
  ]
}

export function rondaHoops(): Scene {
  return createScene(
    [
      ...moveParts(hoop(), [-0.62, 2.13, -0.2], [0, 38, 0]),
      ...moveParts(hoop(), [0.72, 1.86, 0.75], [-6, -24, 4]),
      plinth(1.2, 0.7, [-0.62, 0, -0.35], travertine()),
      block([2.1, 0.42, 1.5], [0.85, 0, 0.7], limestone(), -8),
    ],
    { wall: '#efe4d5', table: '#dbc9b2', height: 5.35, target: [0.14, 1.76, 0], pitch: 11 },
  )
}
