import { surface, transform } from '#kit/geometry/mesh.ts'
import { splineThrough, tube } from '#kit/geometry/solids.ts'
import { hex, mix, turn } from '#kit/geometry/vec.ts'
import { leather } from '#kit/materials/fabrics.ts'
import { steel } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function argentBelt(): Scene {
  const strands = 5
  const silver = leather({ colour: '#b9bbbf', shine: 0.8, grain: 80 })
  const braid: Material = {
    paint(sample) {
      const [p, q] = [sample.u * strands, sample.v * 150]
      const [a, b] = [p + q * 0.5, p - q * 0.5]
      const over = (Math.floor(a) + Math.floor(b)) % 2 === 0
      const across = (over ? a : b) % 1
      const f = (across + 1) % 1
      const along = (((over ? b : a) % 1) + 1) % 1
      setColour(
        sample,
        hex('#c4c5c8'),
        0.34 + 0.5 * Math.sin(Math.PI * f) ** 0.5 * Math.sin(Math.PI * mix(0.12, 0.88, along)) ** 0.4,
      )
      const bulge = Math.cos(Math.PI * f) * 0.9
      sample.slopeU = over ? bulge : bulge
      sample.slopeV = (over ? 1 : -1) * bulge * 0.8 + Math.cos(Math.PI * along) * 0.4
      sample.metal = 0.75
      sample.rough = 0.36
    },
  }
  const path = (t: number): [number, number] => {
    const a = 0.12 - (1 - t) * turn * 2.42
    const r = 0.5 + 1.02 * t ** 0.9
    return [Math.sin(a) * r, Math.cos(a) * r]
  }
  const strip = (half: number) =>
    surface(40, 900, (u, v) => {
      const [x, z] = path(v)
      const [x2, z2] = path(v + 0.001)
      const l = Math.hypot(x2 - x, z2 - z)
      const bow = 0.04 * (1 - (2 * u - 1) ** 2) + half
      return [x + ((z2 - z) / l) * bow * -1, 0.04 + (1 - u) * 0.82, z + ((x2 - x) / l) * bow]
    })
  const edges = [0.04, 0.86].map(y =>
    tube(
      t => {
        const [x, z] = path(t)
        return [x, y, z]
      },
      0.036,
      { steps: 500, sides: 10 },
    ),
  )
  const [ex, ez] = path(1)
  const [bx, bz] = path(0.985)
  const heading = (Math.atan2(ex - bx, ez - bz) * 180) / Math.PI
  const frame = tube(t => [Math.cos(t * turn) * 0.62, Math.sin(t * turn) * 0.62, 0], 0.075, {
    closed: true,
    steps: 120,
    sides: 20,
    up: [0, 0, 1],
  })
  const squeezed = transform(frame, { scale: [0.66, 0.74, 1] })
  const prong = tube(
    splineThrough([
      [-0.42, 0, 0],
      [-0.3, 0, 0.06],
      [0.1, 0.01, 0.09],
      [0.42, 0.02, 0.07],
    ]),
    t => 0.045 - 0.015 * t,
    { steps: 40, up: [0, 0, 1] },
  )
  const buckle = [squeezed, prong].map(mesh =>
    part(
      transform(transform(mesh, { move: [0.3, 0, 0.03] }), { rotate: [0, heading - 90, 0], move: [ex, 0.5, ez] }),
      steel(0.22),
    ),
  )
  const loop = transform(
    tube(t => [0, Math.cos(t * turn) * 0.5, Math.sin(t * turn) * 0.1], 0.035, { closed: true, flat: 2, up: [1, 0, 0] }),
    { rotate: [0, heading - 90, 0], move: [bx, 0.46, bz] },
  )
  return createScene(
    [
      part(strip(0), braid),
      part(strip(-0.05), silver),
      ...edges.map(mesh => part(mesh, silver)),
      part(loop, silver),
      ...buckle,
    ],
    { wall: '#e5e2de', table: '#cdc7c1', height: 4.35, target: [0.1, 0.5, 0], pitch: 27 },
  )
}
