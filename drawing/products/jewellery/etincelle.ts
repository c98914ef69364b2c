import { transform } from '#kit/geometry/mesh.ts'
import { hash } from '#kit/geometry/noise.ts'
import { ball, lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { brilliant } from '#kit/geometry/stones.ts'
import { clamp, turn, type Vec } from '#kit/geometry/vec.ts'
import { stone } from '#kit/materials/materials.ts'
import { silver } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// A diamond's facets are white, grey or black, whatever they happen to reflect; a few split the light into colours.
const diamond: Material = {
  gem: true,
  paint(sample) {
    const facet = Math.round(sample.v * 1000)
    const bright = clamp(sample.u + 0.3 * (hash(facet, 5) - 0.5))
    const fire = hash(facet, 6) > 0.85 ? hash(facet, 7) - 0.5 : 0
    setColour(sample, [1 + 0.3 * fire, 1, 1.04 - 0.5 * fire], 0.08 + 0.92 * bright)
  },
}

// One stud facing +z: the stone, its four claws, two rings of the basket, the post and its screw.
function stud(): Part[] {
  const white = silver(0.06)
  const r = 0.74
  const claw = (i: number) => {
    const a = ((i + 0.5) / 4) * turn
    const at = (k: number, z: number): Vec => [Math.cos(a) * r * k, Math.sin(a) * r * k, z]
    return tube(
      splineThrough([at(0.24, -0.8), at(0.62, -0.46), at(1.03, -0.06), at(1.05, 0.06), at(0.97, 0.14), at(0.87, 0.19)]),
      t => 0.042 * (1 - 0.25 * t),
      { steps: 60, sides: 16 },
    )
  }
  const ring = (k: number, z: number, thick: number) =>
    tube(t => [Math.cos(t * turn) * r * k, Math.sin(t * turn) * r * k, z], thick, {
      closed: true,
      steps: 160,
      up: [0, 0, 1],
    })
  const post = tube(t => [0, 0, -0.7 - t * 1.2], 0.045, { steps: 20, up: [0, 1, 0] })
  const screw = transform(
    lathe(
      rounded(
        [
          [0.0001, 0],
          [0.26, 0],
          [0.3, 0.06],
          [0.3, 0.14],
          [0.2, 0.2],
          [0.0001, 0.22],
        ],
        0.03,
      ),
      64,
    ),
    { rotate: [90, 0, 0], move: [0, 0, -1.6] },
  )
  return [
    part(brilliant(r), diamond),
    ...[0, 1, 2, 3].flatMap(i => {
      const a = ((i + 0.5) / 4) * turn
      return [
        part(claw(i), white),
        sphereAt(ball(24), 0.048, [Math.cos(a) * r * 0.86, Math.sin(a) * r * 0.86, 0.195], white),
      ]
    }),
    ...[ring(0.88, -0.2, 0.032), ring(0.46, -0.62, 0.032)].map(mesh => part(mesh, white)),
    part(post, white),
    part(screw, white),
  ]
}

const slate = () => stone('#74767c', '#5d5f66', { size: 0.8, rough: 0.9 })

export function etincelleStuds(): Scene {
  return createScene(
    [
      ...moveParts(stud(), [-0.7, 2.44, 0.05], [-16, 20, 24]),
      ...moveParts(stud(), [0.74, 1.46, 0.85], [-26, -38, 0]),
      block([2.1, 1.72, 1.6], [-0.9, 0, -0.4], slate(), 10),
      block([2.1, 0.72, 1.6], [0.86, 0, 0.5], slate(), -6),
    ],
    { wall: '#d9dadd', table: '#bdbdc0', height: 4.5, target: [0, 1.72, 0], pitch: 12 },
  )
}
