import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { ball, tube } from '#kit/geometry/solids.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial, stone } from '#kit/materials/materials.ts'
import { brass } from '#kit/materials/metals.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { panel, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function eventailParts(): Part[] {
  const ribs = brass(0.14)
  const onyx = plainMaterial('#0c0b0d', { rough: 0.12, coat: 1 })
  const spread = 1.08
  const sector = (from: number, to: number, r0: number, r1: number, z: number, round = 0.05): Mesh =>
    surface(40, 40, (u, v): Vec => {
      const a = mix(from, to, u)
      const r = mix(r0, r1 + round * Math.sin(Math.PI * u), v)
      const dome = 0.035 * Math.sin(Math.PI * u) ** 0.5 * Math.sin(Math.PI * mix(0.06, 0.94, v)) ** 0.4
      return [Math.sin(a) * r, -Math.cos(a) * r, z + dome]
    })
  const n = 7
  const edge = (i: number) => mix(-spread, spread, i / n)
  const petals = Array.from({ length: n }, (_, i) => sector(edge(i) + 0.022, edge(i + 1) - 0.022, 0.34, 1.5, 0.03))
  const plate = surface(120, 20, (u, v): Vec => {
    const a = mix(-spread - 0.03, spread + 0.03, u)
    const r = mix(0.22, 1.54 + 0.05 * Math.abs(Math.sin(u * n * Math.PI)), v)
    return [Math.sin(a) * r, -Math.cos(a) * r, 0]
  })
  const bars = Array.from({ length: n + 1 }, (_, i) =>
    tube(t => [Math.sin(edge(i)) * mix(0.26, 1.54, t), -Math.cos(edge(i)) * mix(0.26, 1.54, t), 0.045], 0.026, {
      steps: 30,
      sides: 12,
      up: [0, 0, 1],
    }),
  )
  const scallop = tube(
    t => {
      const a = mix(-spread, spread, t)
      const r = 1.55 + 0.06 * Math.abs(Math.sin(t * n * Math.PI))
      return [Math.sin(a) * r, -Math.cos(a) * r, 0.045]
    },
    0.03,
    { steps: 200, sides: 12, up: [0, 0, 1] },
  )
  const inner = tube(
    t => {
      const a = mix(-spread, spread, t)
      return [Math.sin(a) * 0.31, -Math.cos(a) * 0.31, 0.05]
    },
    0.034,
    { steps: 40, sides: 12, up: [0, 0, 1] },
  )
  const beads = Array.from({ length: n + 1 }, (_, i) =>
    sphereAt(ball(20), 0.05, [Math.sin(edge(i)) * 1.6, -Math.cos(edge(i)) * 1.6, 0.05], ribs),
  )
  return [
    ...petals.map(mesh => part(mesh, onyx)),
    ...[plate, ...bars, scallop, inner].map(mesh => part(mesh, ribs)),
    ...beads,
    part(transform(ball(48), { scale: [0.23, 0.23, 0.12], move: [0, 0.36, 0.05] }), onyx),
    part(
      tube(t => [Math.cos(t * turn) * 0.235, 0.36 + Math.sin(t * turn) * 0.235, 0.04], 0.036, {
        closed: true,
        up: [0, 0, 1],
      }),
      ribs,
    ),
    part(
      tube(t => [Math.cos(t * turn) * 0.06, 0.03 + Math.sin(t * turn) * 0.1, 0.05], 0.024, {
        closed: true,
        up: [0, 0, 1],
      }),
      ribs,
    ),
    sphereAt(ball(24), 0.085, [0, -0.2, 0.06], ribs),
  ]
}

export function eventailEarrings(): Scene {
  const pair = [
    [-1.0, 3.5, 3],
    [1.0, 2.05, -3],
  ] as const
  const fans = pair.flatMap(([x, y, angle]) =>
    eventailParts().map(({ mesh, material }) =>
      part(transform(mesh, { scale: 0.8, rotate: [0, 0, angle], move: [x * 0.92, y, 0.1] }), material),
    ),
  )
  const roundedBox = panel(7, 7, [0, -0.3, 0.04], stone('#e2d9cc', '#d2c6b5', { size: 0.7, rough: 0.9 }))
  return createScene([...fans, roundedBox], {
    wall: '#d9cdbe',
    table: '#c9b9a6',
    height: 5.6,
    target: [0, 2.3, 0],
    pitch: 4,
  })
}
