import { surface, transform } from '#kit/geometry/mesh.ts'
import { ball, lathe, tube } from '#kit/geometry/solids.ts'
import { curve, mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { velvet } from '#kit/materials/fabrics.ts'
import { pearl, stone } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { part } from '#kit/scene/part.ts'
import { sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function odetteChoker(): Scene {
  const wide = curve([
    [0, 1.7],
    [0.3, 1.74],
    [0.72, 1.55],
    [1.08, 1.08],
    [1.45, 0.76],
    [2.0, 0.66],
    [2.9, 0.68],
    [3.3, 0.74],
    [3.5, 0.7],
  ])
  const deep = curve([
    [0, 0.8],
    [0.5, 0.88],
    [1, 0.78],
    [1.6, 0.68],
    [2.4, 0.64],
    [3.1, 0.66],
    [3.5, 0.62],
  ])
  // The throat leans forward a little, and the collarbones rise below it.
  const at = (u: number, y: number, out = 0): Vec => {
    const [s, c] = [Math.sin(u * turn), Math.cos(u * turn)]
    const bone =
      c > 0 ? 0.05 * Math.exp(-(((y - 1.12 - 0.22 * Math.abs(s)) / 0.07) ** 2)) * (1 - Math.exp(-((s / 0.16) ** 2))) : 0
    const hollow = c > 0 ? 0.07 * Math.exp(-((s / 0.16) ** 2) - ((y - 1.22) / 0.16) ** 2) : 0
    return [s * (wide(y) + out), y, c * (deep(y) + out) + 0.1 * (3 - y) * 0.4 + bone - hollow]
  }
  const plaster = stone('#e3d8ca', '#d3c5b3', { size: 0.6, rough: 0.85 })
  const bust = surface(260, 220, (u, v) => at(u, v * 3.5), { closed: true })
  const lid = surface(
    120,
    12,
    (u, v): Vec => {
      const [x, , z] = at(u, 3.5)
      return [x * v, 3.5, mix(0.08, z, v)]
    },
    { closed: true },
  )
  const ribbon = surface(300, 24, (u, v) => at(u, mix(2.26, 1.86, v), 0.03 + 0.012 * Math.sin(Math.PI * v)), {
    closed: true,
  })
  const edges = [2.26, 1.86].map(y => tube(t => at(t, y, 0.03), 0.014, { closed: true, steps: 260, sides: 8 }))
  const pile = velvet({ colour: '#161316', creases: 0.012 })
  const [, , front] = at(0, 1.86, 0.05)
  const ring = tube(t => [Math.cos(t * turn) * 0.07, 1.81 + Math.sin(t * turn) * 0.1, front + 0.02], 0.02, {
    closed: true,
    steps: 60,
    up: [0, 0, 1],
  })
  const cup = transform(
    lathe(
      [
        [0.015, 0.13],
        [0.06, 0.1],
        [0.12, 0.02],
        [0.13, -0.03],
      ],
      40,
    ),
    { move: [0, 1.6, front + 0.03] },
  )
  const drop = transform(ball(64), { scale: [0.2, 0.26, 0.2], move: [0, 1.4, front + 0.04] })
  return createScene(
    [
      part(bust, plaster),
      part(lid, plaster),
      part(ribbon, pile),
      ...edges.map(mesh => part(mesh, pile)),
      part(ring, gold()),
      part(cup, gold()),
      part(drop, pearl('#e3d6c6')),
      sphereAt(ball(20), 0.03, [0, 1.73, front + 0.03], gold()),
    ],
    { wall: '#e8e1d9', table: '#d3c7ba', height: 4.55, target: [0, 1.84, 0], pitch: 6, yaw: -12 },
  )
}
