import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { ball, splineThrough, tube } from '#kit/geometry/solids.ts'
import { curve, hump, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather, woven } from '#kit/materials/fabrics.ts'
import { metal } from '#kit/materials/metals.ts'
import { moveParts, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const squared = (x: number, power: number) => Math.sign(x) * Math.abs(x) ** (2 / power)

export function portoTote(): Scene {
  const canvas = woven({ colour: '#cdbb9b', threads: 38, creases: 0.035, crease: 1.5 })
  const hide = leather({ colour: '#5a3420', shine: 0.55, grain: 60 })
  const copper = metal({ colour: '#c98a5c', rough: 0.22 })
  const height = 2.55
  const width = curve([
    [0, 1.28],
    [1.2, 1.44],
    [height, 1.6],
  ])
  const depth = curve([
    [0, 0.6],
    [1, 0.6],
    [height, 0.5],
  ])
  const at = (u: number, y: number, out = 0): Vec => {
    const a = u * turn
    const [s, c] = [squared(Math.sin(a), 7), squared(Math.cos(a), 5)]
    const soft = 0.045 * noise(s * 1.6, y * 1.3, c) * smoothstep(0, 0.8, y)
    // The mouth sags a little between the handles.
    const sag =
      y > height - 0.9 ? 0.1 * smoothstep(height - 0.9, height, y) * (Math.cos(s * 4.2) - 0.4) * Math.sign(c) : 0
    return [
      s * (width(y) + out + soft),
      y - 0.05 * hump(0, 0.5, s) * smoothstep(height - 0.7, height, y),
      c * (depth(y) + out) + soft - sag * 0.7,
    ]
  }
  const shell = surface(320, 160, (u, v) => at(u, 0.02 + v * (height - 0.02)), { closed: true })
  const lining = surface(320, 60, (u, v) => at(u, mix(height, 0.9, v), -0.035), { closed: true })
  const floor = surface(
    80,
    6,
    (u, v): Vec => {
      const [x, , z] = at(u, 0.02)
      return [x * v, 0.02, z * v]
    },
    { closed: true },
  )
  const base = surface(320, 40, (u, v) => at(u, 0.012 + v * 0.5, 0.022), { closed: true })
  const hem = [height - 0.02, height - 0.3].map(y =>
    tube(t => at(t, y, 0.008), 0.016, { closed: true, steps: 300, sides: 8 }),
  )
  // A handle: from the base up one side of the face, over in an arch, and down again.
  const handle = (side: 1 | -1) => {
    const x = 0.66
    const flat = (dx: number, y: number): Vec => {
      const u =
        side > 0
          ? Math.asin(Math.abs(dx / width(y)) ** 3.5) / turn
          : 0.5 - Math.asin(Math.abs(dx / width(y)) ** 3.5) / turn
      const [, , z] = at(dx < 0 ? 1 - u : u, y, 0.03)
      return [dx, y, z]
    }
    const high = [0.45, 0.95, 1.5, 2.05, height - 0.1]
    return splineThrough([
      ...high.map(y => flat(-x, y)),
      [-0.62, 3.1, side * 0.46],
      [-0.34, 3.72, side * 0.34],
      [0, 3.9, side * 0.3],
      [0.34, 3.72, side * 0.34],
      [0.62, 3.1, side * 0.46],
      ...high.toReversed().map(y => flat(x, y)),
    ])
  }
  const straps = ([1, -1] as const).map(side =>
    tube(handle(side), 0.03, { flat: 4, steps: 260, sides: 24, up: [0, 0, 1] }),
  )
  const rivets = [-0.66, 0.66].flatMap(x =>
    [0.72, height - 0.16].map(y => {
      const [, , z] = handle(1)(x < 0 ? (y < 1 ? 0.035 : 0.275) : y < 1 ? 0.965 : 0.725)
      return part(transform(ball(24), { scale: [0.055, 0.055, 0.03], move: [x, y, z + 0.035] }), copper)
    }),
  )
  return createScene(
    moveParts(
      [
        part(shell, canvas),
        part(lining, canvas),
        part(floor, canvas),
        part(base, hide),
        ...hem.map(mesh => part(mesh, canvas)),
        ...straps.map(mesh => part(mesh, hide)),
        ...rivets,
      ],
      [0, 0, 0],
    ),
    { wall: '#ece6da', table: '#d5cab7', height: 5.0, target: [0, 1.86, 0], pitch: 12, yaw: -17 },
  )
}
