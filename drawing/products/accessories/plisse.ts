import { chain, link } from '#kit/geometry/chain.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { ball, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, type Vec } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { gold } from '#kit/materials/metals.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { limestone, plinth, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function plisseParts(): Part[] {
  const lame = satin({
    colour: '#d8b264',
    creases: 0.012,
    crease: 6,
    over(sample) {
      const thread = noise(sample.u * 900, sample.v * 60)
      sample.metal = 0.62
      sample.rough = 0.34 + 0.06 * thread
      sample.slopeU += 0.1 * thread
    },
  })
  const frame = gold(0.12)
  // Two cheeks of gathered cloth hang from the frame.
  const cheek = (side: 1 | -1) =>
    surface(640, 140, (u, v) => {
      const x = (u - 0.5) * 2
      const topY = 1.62 + 0.3 * Math.sqrt(Math.max(0, 1 - x * x))
      const spread = mix(0.92, 1.16, Math.sin(Math.PI * v * 0.8) ** 0.8)
      const bottom = 0.02 + 0.55 * Math.abs(x) ** 3.2
      const y = mix(topY, bottom, v)
      const belly = Math.sin(Math.PI * Math.min(1, 0.02 + v)) ** 0.62 * 0.52 * (1 - Math.abs(x) ** 3.4) ** 0.6
      // Soft pleats run from the frame to the base; each bends and swells a little of its own.
      const place = (x * 19 + 0.35 * noise(x * 3, v * 1.6, side)) * 0.5
      const within = place - Math.floor(place)
      const roll = Math.sqrt(Math.max(0, 1 - (2 * within - 1) ** 2)) - 0.6
      const own = 0.8 + 0.4 * noise(Math.floor(place) * 3.7, v * 2.2, side)
      const pleat = roll * 0.075 * own * mix(0.55, 1, Math.sin(Math.PI * Math.min(1, v * 1.05)))
      return [x * 1.42 * spread, y, side * (0.05 + belly + pleat)]
    })
  const bow = splineThrough(
    Array.from({ length: 25 }, (_, i): Vec => {
      const x = (i / 24 - 0.5) * 2
      return [x * 1.36, 1.64 + 0.3 * Math.sqrt(Math.max(0, 1 - x * x)), 0.04]
    }),
  )
  const clasp = [-1, 1].flatMap(s => [
    part(
      tube(
        splineThrough([
          [s * 0.03, 1.95, 0.05],
          [s * 0.06, 2.08, 0.06],
          [-s * 0.02, 2.17, 0.06],
        ]),
        0.03,
        { steps: 20, sides: 12, up: [0, 0, 1] },
      ),
      frame,
    ),
    sphereAt(ball(40), 0.088, [-s * 0.07, 2.19, 0.05 + s * 0.04], frame),
  ])
  const loose = splineThrough([
    [1.34, 1.66, 0],
    [1.62, 1.2, 0.2],
    [1.72, 0.4, 0.5],
    [1.6, 0.05, 0.8],
    [1.0, 0.05, 1.2],
    [0.3, 0.05, 1.05],
    [-0.4, 0.05, 1.25],
    [-0.95, 0.05, 1.1],
  ])
  return [
    part(cheek(1), lame),
    part(cheek(-1), lame),
    part(tube(bow, 0.062, { steps: 120, sides: 20, up: [0, 0, 1] }), frame),
    ...[-1.36, 1.36].map(x => sphereAt(ball(24), 0.085, [x, 1.63, 0.03], frame)),
    ...clasp,
    ...chain(loose, 74, link(0.1, 0.06, 0.0115)).map(mesh => part(mesh, frame)),
  ]
}

export const plisseClutch = (): Scene => {
  const bag = plisseParts().map(({ mesh, material }) => part(transform(mesh, { move: [0, 0.42, 0] }), material))
  return createScene([...bag, plinth(1.95, 0.42, [0, 0, 0.1], limestone())], {
    wall: '#eadfd6',
    table: '#d6c2b6',
    height: 4.9,
    target: [0, 1.2, 0],
    pitch: 12,
    yaw: 10,
  })
}
