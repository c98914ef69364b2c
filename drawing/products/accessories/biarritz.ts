import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { hump, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather, woven } from '#kit/materials/fabrics.ts'
import { stone } from '#kit/materials/materials.ts'
import { part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function biarritzBeret(): Scene {
  const felt = woven({
    colour: '#9c1420',
    threads: 70,
    creases: 0.03,
    crease: 1.4,
    over(sample) {
      const k = 1 + 0.12 * noise(sample.x * 46, sample.y * 46, sample.z * 46)
      sample.r *= k
      sample.g *= k
      sample.b *= k
      sample.rough = 0.95
      sample.sheen = 0.55
    },
  })
  const profile = splineThrough([
    [0.001, 0.86, 0],
    [0.5, 0.85, 0],
    [1.1, 0.76, 0],
    [1.62, 0.54, 0],
    [1.78, 0.32, 0],
    [1.66, 0.14, 0],
    [1.3, 0.04, 0],
    [1.02, -0.02, 0],
    [0.98, -0.2, 0],
  ])
  // It is pulled over to our right, and the cloth folds where it hangs.
  const cap = surface(
    320,
    200,
    (u, v): Vec => {
      const [r, y] = profile(v)
      const [s, c] = [Math.sin(u * turn), Math.cos(u * turn)]
      const out = smoothstep(0.6, 1.7, r)
      const droop = out * (0.5 * smoothstep(-0.3, 1, s) - 0.08 * smoothstep(0, -1, s))
      const fold = 0.05 * out * Math.cos(u * turn * 7 + 2.5 * noise(s * 2, c * 2, 3)) * hump(0.55, 0.5, v)
      const soft = 0.06 * noise(s * r * 1.3, c * r * 1.3, v * 2) * smoothstep(0.2, 0.8, r)
      return [s * (r + fold) * (1 + 0.1 * s * out) + 0.12 * out, y - droop + soft + fold * 0.4, c * (r + fold)]
    },
    { closed: true },
  )
  const band = surface(
    200,
    20,
    (u, v): Vec => {
      const r = 1.0 + 0.025 * Math.sin(Math.PI * v)
      return [Math.sin(u * turn) * r, -0.02 - 0.2 * v, Math.cos(u * turn) * r]
    },
    { closed: true },
  )
  const stem = tube(
    splineThrough([
      [0, 0.82, 0],
      [0.01, 0.96, 0.01],
      [0.05, 1.1, 0.03],
    ]),
    t => 0.05 - 0.012 * t,
    { steps: 30 },
  )
  const worn = [part(cap, felt), part(stem, felt), part(band, leather({ colour: '#2a1713', shine: 0.5 }))].map(
    ({ mesh, material }) =>
      part(transform(mesh, { scale: 0.99, rotate: [20, 0, -12], move: [-0.12, 2.2, 0] }), material),
  )
  const head = rounded(
    [
      [0.0001, 0],
      [0.92, 0],
      [0.86, 0.12],
      [0.5, 0.5],
      [0.56, 1.2],
      [0.94, 1.9],
      [0.8, 2.5],
      [0.0001, 2.7],
    ],
    0.28,
  )
  const block = part(lathe(head, 128, 6), stone('#dccfbd', '#c4b39c', { size: 0.9, rough: 0.85 }))
  return createScene([...worn, block], {
    wall: '#ebe3da',
    table: '#d6c6b8',
    height: 5.1,
    target: [0, 1.72, 0],
    pitch: 13,
    yaw: -6,
  })
}
