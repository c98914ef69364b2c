import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise } from '#kit/geometry/noise.ts'
import { ball, splineThrough, tube } from '#kit/geometry/solids.ts'
import { curve, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather } from '#kit/materials/fabrics.ts'
import { plainMaterial, stone } from '#kit/materials/materials.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { panel, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// A finger: nearly even, round at its tip.
const finger = (path: Vec[], radius: number): Mesh =>
  transform(
    tube(
      splineThrough(path),
      t => radius * (1.06 - 0.16 * t) * Math.sqrt(Math.max(0.0004, 1 - Math.max(0, (t - 0.86) / 0.14) ** 2)),
      {
        steps: 90,
        sides: 32,
        up: [0, 0, 1],
      },
    ),
    { scale: [1, 1, 0.86] },
  )

// A left-hand glove lying on its palm, its back towards us, fingers up.
function glove(): Part[] {
  const kid = leather({
    colour: '#1b181a',
    shine: 0.5,
    grain: 90,
    over(sample) {
      const e = 0.01
      const crease = (x: number, y: number) => fractalNoise(x * 2.2, y * 3, 3, 2)
      const here = crease(sample.x, sample.y)
      sample.slopeU += ((crease(sample.x + e, sample.y) - here) / e) * 0.014
      sample.slopeV += ((crease(sample.x, sample.y + e) - here) / e) * 0.014
    },
  })
  const half = curve([
    [-1.75, 0.62],
    [-1.2, 0.53],
    [-0.75, 0.5],
    [-0.2, 0.62],
    [0.4, 0.67],
    [0.66, 0.64],
    [0.82, 0.6],
  ])
  const deep = curve([
    [-1.75, 0.2],
    [-0.75, 0.19],
    [0, 0.26],
    [0.6, 0.21],
    [0.82, 0.15],
  ])
  const soft = (x: number) => Math.sign(x) * Math.abs(x) ** 0.8
  const at = (u: number, y: number, out = 0): Vec => [
    soft(Math.sin(u * turn)) * (half(y) + out) - 0.05 * Math.max(0, -0.6 - y),
    y,
    soft(Math.cos(u * turn)) * (deep(y) + out),
  ]
  const hand = surface(240, 160, (u, v) => at(u, -1.75 + v * 2.57), { closed: true })
  const inside = surface(120, 20, (u, v) => at(u, -1.75 + v * 0.6, -0.04), { closed: true })
  const hem = [-1.75, -1.62].map(y => tube(t => at(t, y, 0.004), 0.022, { closed: true, steps: 200, sides: 10 }))
  const fingers = [
    finger(
      [
        [-0.45, 0.2, 0.0],
        [-0.5, 0.8, 0.03],
        [-0.58, 1.4, 0.06],
        [-0.62, 1.72, 0.03],
      ],
      0.165,
    ),
    finger(
      [
        [-0.16, 0.2, 0.02],
        [-0.17, 0.85, 0.06],
        [-0.19, 1.6, 0.09],
        [-0.2, 1.98, 0.05],
      ],
      0.172,
    ),
    finger(
      [
        [0.14, 0.2, 0.02],
        [0.17, 0.85, 0.05],
        [0.22, 1.52, 0.08],
        [0.25, 1.86, 0.04],
      ],
      0.168,
    ),
    finger(
      [
        [0.44, 0.2, 0],
        [0.5, 0.75, 0.02],
        [0.6, 1.2, 0.04],
        [0.66, 1.48, 0.01],
      ],
      0.145,
    ),
    finger(
      [
        [-0.36, -0.5, 0.02],
        [-0.62, -0.1, 0.08],
        [-0.92, 0.36, 0.12],
        [-1.0, 0.72, 0.08],
      ],
      0.185,
    ),
  ]
  const lines = [-0.3, 0, 0.3].map(x =>
    tube(
      t => {
        const y = 0.62 - t * 0.95
        const dx = x * (1 - 0.25 * t)
        return at(Math.asin(Math.abs(dx / half(y)) ** 1.25 * Math.sign(dx)) / turn + (dx < 0 ? 1 : 0), y, 0.01)
      },
      t => 0.021 * Math.sin(Math.PI * Math.min(0.5, 0.06 + t * 2, 1.06 - t)),
      { steps: 50, sides: 10, up: [0, 0, 1] },
    ),
  )
  const slit = tube(t => at(0.03, -1.72 + t * 0.62, 0.012), 0.016, { steps: 30, sides: 8, up: [0, 0, 1] })
  const [bx, by, bz] = at(0.03, -1.42, 0.03)
  return [
    part(hand, kid),
    part(inside, plainMaterial('#8b7a66', { rough: 0.95 })),
    ...[...fingers, ...hem, ...lines, slit].map(mesh => part(mesh, kid)),
    sphereAt(ball(24), 0.07, [bx, by, bz], plainMaterial('#0a090a', { rough: 0.1, coat: 1 })),
  ]
}

// The other hand.
const mirrored = (parts: Part[]): Part[] =>
  parts.map(({ mesh, material }) => part(transform(mesh, { scale: [-1, 1, 1] }), material))

export function rialtoGloves(): Scene {
  const roundedBox = panel(7, 7.4, [0, -0.6, -0.04], stone('#ddd2c6', '#cbbdae', { size: 0.6, rough: 0.9 }))
  return createScene(
    [
      ...moveParts(glove(), [0.42, 2.62, 0.2], [0, 0, -13], 1.06),
      ...moveParts(mirrored(glove()), [-0.42, 2.4, 0.62], [0, 0, 15], 1.06),
      roundedBox,
    ],
    { wall: '#ddd2c6', table: '#cabcad', height: 5.2, target: [0, 2.66, 0], pitch: 4 },
  )
}
