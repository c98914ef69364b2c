import { transform } from '#kit/geometry/mesh.ts'
import { ball, lathe, splineThrough, tube } from '#kit/geometry/solids.ts'
import { cutStone, round } from '#kit/geometry/stones.ts'
import { turn, type Vec } from '#kit/geometry/vec.ts'
import { gem, stone } from '#kit/materials/materials.ts'
import { silver } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// One stud facing +z: the stone, its four claws, two rings of the basket, the post and its screw.
function stud(): Part[] {
  const white = silver(0.08)
  const r = 0.84
  const claw = (i: number) => {
    const a = ((i + 0.5) / 4) * turn
    const at = (k: number, z: number): Vec => [Math.cos(a) * r * k, Math.sin(a) * r * k, z]
    return tube(
      splineThrough([at(0.3, -0.72), at(0.68, -0.42), at(1.01, -0.02), at(1.02, 0.08), at(0.9, 0.17), at(0.8, 0.23)]),
      0.062,
      { steps: 60, sides: 16 },
    )
  }
  const ring = (k: number, z: number) =>
    tube(t => [Math.cos(t * turn) * r * k, Math.sin(t * turn) * r * k, z], 0.04, {
      closed: true,
      steps: 120,
      up: [0, 0, 1],
    })
  const post = tube(t => [0, 0, -0.6 - t * 1.1], 0.05, { steps: 20, up: [0, 1, 0] })
  const screw = transform(
    lathe(
      [
        [0.0001, 0],
        [0.3, 0.02],
        [0.34, 0.1],
        [0.2, 0.2],
        [0.0001, 0.22],
      ],
      48,
    ),
    { rotate: [90, 0, 0], move: [0, 0, -1.5] },
  )
  return [
    part(cutStone(round(r), { facets: 16, crown: 0.24, pavilion: 0.6, table: 0.56 }), gem('#eef2f6')),
    ...[0, 1, 2, 3].flatMap(i => {
      const a = ((i + 0.5) / 4) * turn
      return [
        part(claw(i), white),
        sphereAt(ball(24), 0.075, [Math.cos(a) * r * 0.8, Math.sin(a) * r * 0.8, 0.22], white),
      ]
    }),
    ...[ring(0.86, -0.2), ring(0.5, -0.56)].map(mesh => part(mesh, white)),
    part(post, white),
    part(screw, white),
  ]
}

export function etincelleStuds(): Scene {
  const slate = stone('#85878c', '#6b6d73', { size: 0.8, rough: 0.9 })
  return createScene(
    [
      ...moveParts(stud(), [-0.78, 2.62, -0.1], [-16, 22, 0], 1.06),
      ...moveParts(stud(), [0.82, 1.62, 0.75], [-22, -20, 0], 1.06),
      block([2.0, 1.72, 1.6], [-0.9, 0, -0.4], slate, 10),
      block([2.0, 0.72, 1.5], [0.86, 0, 0.5], slate, -6),
    ],
    { wall: '#d9dadd', table: '#bdbdc0', height: 5.0, target: [0, 1.82, 0], pitch: 12 },
  )
}
