import { oriented } from '#kit/geometry/chain.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { evenlySpaced, roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { cutStone } from '#kit/geometry/stones.ts'
import { mix, normalize, sub, type Vec } from '#kit/geometry/vec.ts'
import { gem } from '#kit/materials/materials.ts'
import { silver } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, marble } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// A square with small cut corners, as a path.
const square =
  (half: number) =>
  (angle: number): [number, number] => {
    const corner = (i: number): [number, number] => {
      const a = (Math.floor(i / 2) * 90 + (i % 2 ? 56 : 34)) * (Math.PI / 180)
      return [Math.cos(a) * half * 1.22, Math.sin(a) * half * 1.22]
    }
    const i = Math.floor(angle * 8)
    const [[x, y], [x2, y2]] = [corner(i), corner(i + 1)]
    return [mix(x, x2, angle * 8 - i), mix(y, y2, angle * 8 - i)]
  }

export function rivieraBracelet(): Scene {
  const white = silver(0.1)
  const loop = splineThrough([
    [-0.2, 0, -1.75],
    [-1.0, 0, -1.6],
    [-1.5, 0, -0.8],
    [-1.45, 0, 0.5],
    [-1.1, 0, 1.5],
    [-0.35, 0, 1.75],
    [0.14, 0, 1.2],
    [0.5, 0, 0.6],
    [1.08, 0, 0.3],
    [1.5, 0, -0.35],
    [1.3, 0, -1.2],
    [0.75, 0, -1.6],
  ])
  const stone = cutStone(square(0.138), { facets: 8, crown: 0.07, pavilion: 0.12, table: 0.6 })
  const seat = transform(roundedBox([0.146, 0.05, 0.15], 0.02, 0.015, 40), { rotate: [90, 0, 0], move: [0, 0, -0.03] })
  const claw = (x: number, y: number) =>
    transform(roundedBox([0.022, 0.05, 0.022], 0.02, 0.01, 16), { rotate: [90, 0, 0], move: [x, y, 0.012] })
  const links = evenlySpaced(loop, 36).flatMap((t): Part[] => {
    const ahead = normalize(sub(loop(Math.min(1, t + 0.004)), loop(Math.max(0, t - 0.004))))
    const [x, , z] = loop(t)
    const lay = (mesh: typeof seat) => oriented(mesh, [x, 0.1, z], ahead, [0, 1, 0])
    return [
      part(lay(stone), gem('#0f8a55')),
      part(lay(seat), white),
      ...([-1, 1] as const).flatMap(i => ([-1, 1] as const).map(j => part(lay(claw(i * 0.124, j * 0.128)), white))),
    ]
  })
  const hinge = tube(
    t => {
      const [x, , z] = loop(t)
      return [x, 0.06, z] as Vec
    },
    0.035,
    { steps: 300, sides: 10 },
  )
  const top = surface(160, 200, (u, v): Vec => [mix(-1.8, 1.8, u), 0, mix(2.25, -2.25, v)])
  const end = loop(1)
  const clasp = [
    part(
      transform(roundedBox([0.2, 0.07, 0.15], 0.03, 0.02, 60), {
        rotate: [0, 14, 0],
        move: [end[0] - 0.32, 0.1, end[2] - 0.07],
      }),
      white,
    ),
    part(
      transform(roundedBox([0.13, 0.025, 0.05], 0.03, 0.01, 40), {
        rotate: [0, 14, 0],
        move: [end[0] - 0.58, 0.1, end[2] - 0.12],
      }),
      white,
    ),
  ]
  return createScene(
    [
      ...moveParts([...links, part(hinge, white), ...clasp], [0, 0.34, 0.05], [0, -8, 0], 1.02),
      block([3.7, 0.34, 4.6], [0, 0, 0.05], marble(), -8),
      part(transform(top, { rotate: [0, -8, 0], move: [0, 0.343, 0.05] }), marble()),
    ],
    { wall: '#e3e6df', table: '#c9cdc2', height: 4.9, target: [0, 0.42, 0.05], pitch: 52, depth: 8 },
  )
}
