import { chain, link } from '#kit/geometry/chain.ts'
import { clover, heart, roundedPlate, star } from '#kit/geometry/charms.ts'
import { surface } from '#kit/geometry/mesh.ts'
import { lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { stone } from '#kit/materials/materials.ts'
import { silver } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, panel } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const white = silver(0.12)
const circle = (radius: number, wire: number, at: Vec) =>
  tube(t => [at[0] + Math.cos(t * turn) * radius, at[1] + Math.sin(t * turn) * radius, at[2]], wire, {
    closed: true,
    steps: 60,
    sides: 12,
    up: [0, 0, 1],
  })

// Charms hang from height 0 downwards, facing +z.
const charms: Record<string, () => Part[]> = {
  key: () => [
    part(circle(0.2, 0.055, [0, -0.2, 0]), white),
    part(
      tube(t => [0, mix(-0.4, -1.12, t), 0], 0.052, { steps: 12, up: [0, 0, 1] }),
      white,
    ),
    ...[-0.86, -1.04].map(y =>
      part(
        tube(t => [t * 0.22, y, 0], 0.05, { steps: 6, up: [0, 0, 1] }),
        white,
      ),
    ),
  ],
  heart: () => moveParts([part(roundedPlate(heart(0.4), 0.13), white)], [0, -0.42, 0]),
  star: () => moveParts([part(roundedPlate(star(0.46), 0.1), white)], [0, -0.42, 0]),
  moon: () => {
    const crescent = surface(
      24,
      120,
      (u, v): Vec => {
        const a = mix(0.62, 5.66, v)
        const thick = 0.17 * Math.sin(Math.PI * v) ** 0.8
        const r = 0.36 + Math.cos(u * turn) * thick
        return [Math.cos(a) * r, Math.sin(a) * r, -Math.sin(u * turn) * thick * 0.7]
      },
      { closed: true },
    )
    return moveParts([part(crescent, white)], [0, -0.5, 0], [0, 0, 14])
  },
  clover: () => [
    ...moveParts([part(roundedPlate(clover(0.44), 0.1), white)], [0, -0.42, 0], [0, 0, 45]),
    part(
      tube(
        splineThrough([
          [0, -0.46, 0],
          [0.04, -0.76, 0.02],
          [0.16, -0.98, 0.02],
        ]),
        0.035,
        { steps: 30, up: [0, 0, 1] },
      ),
      white,
    ),
  ],
}

export function porteBonheurBracelet(): Scene {
  const swag = splineThrough([
    [-1.5, 4.25, 0.1],
    [-1.32, 3.3, 0.12],
    [-0.78, 2.48, 0.12],
    [0, 2.16, 0.12],
    [0.78, 2.48, 0.12],
    [1.32, 3.3, 0.12],
    [1.5, 4.25, 0.1],
  ])
  const belcher = chain(swag, 37, link(0.26, 0.18, 0.036), 82).map(mesh => part(mesh, white))
  const hung = (['key', 'heart', 'star', 'moon', 'clover'] as const).flatMap((name, i) => {
    const [x, y, z] = swag(0.2 + i * 0.15)
    return [
      part(circle(0.1, 0.026, [x, y - 0.13, z + 0.03]), white),
      ...moveParts(charms[name]!(), [x, y - 0.2, z + 0.05], [0, (i - 2) * 7, (i - 2) * 5], 0.86),
    ]
  })
  const peg = part(
    lathe(
      rounded(
        [
          [0.0001, 0],
          [0.13, 0],
          [0.13, 0.45],
          [0.0001, 0.45],
        ],
        0.03,
      ),
      48,
    ),
    stone('#cbb79c', '#b39b7c'),
  )
  const toggle = [
    part(circle(0.2, 0.045, [-1.5, 4.3, 0.14]), white),
    part(
      tube(t => [1.5, 4.02 + t * 0.56, 0.16], 0.052, { steps: 12, sides: 16, up: [0, 0, 1] }),
      white,
    ),
  ]
  const slate = stone('#b9b4ae', '#a29c95', { size: 0.7, rough: 0.9 })
  return createScene(
    [
      ...belcher,
      ...hung,
      ...toggle,
      ...[-1.5, 1.5].flatMap(x => moveParts([peg], [x, 4.3, -0.3], [90, 0, 0])),
      block([4.3, 5.9, 0.5], [0, -0.6, -0.42], slate),
      panel(4.2, 5.6, [0, -0.4, -0.165], slate),
    ],
    { wall: '#e6e3df', table: '#cdc7c0', height: 4.75, target: [0, 2.66, 0], pitch: 5, yaw: 5 },
  )
}
