import { cushion, faceOf, superellipse } from '#kit/geometry/cushion.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass } from '#kit/materials/metals.ts'
import { moveParts, part } from '#kit/scene/part.ts'
import { stitches } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function sienaCrossbody(): Scene {
  const hide = leather({ colour: '#6e1a1d', shine: 0.6, grain: 52 })
  const dark = leather({ colour: '#551216', shine: 0.6, grain: 52 })
  const thread = plainMaterial('#d9b98c', { rough: 0.8 })
  const metalwork = brass(0.15)
  const moon = superellipse(1.45, 0.5, 1.28, 5, 2.3)
  const pouch = { half: 0.36, swell: 0.12, edge: 0.05 }
  const face = faceOf(moon, pouch)
  // The flap keeps the half moon's outline, a size smaller, from over the top down to its own lower edge.
  const flapMoon = superellipse(1.47, 0.5, 0.86, 5, 2.3)
  const flapAt = (x: number, s: number): Vec => {
    const half = flapMoon(x < 0 ? 0.75 : 0.25) * 0.999
    const px = x * half
    const low = -0.86 * (1 - Math.abs(x) ** 2.3) ** (1 / 2.3)
    if (s < 0.22) return [px * 0.985, 0.5 + 0.04 * Math.sin((s / 0.22) * Math.PI), mix(-0.36, 0.37, s / 0.22)]
    const y = mix(0.5, low, (s - 0.22) / 0.78)
    return [px * 0.985, y, Math.max(0.34, face(px * 0.9, y * 0.9)) + 0.045]
  }
  const rim =
    (inset: number) =>
    (t: number): Vec => {
      const x = mix(-1, 1, t) * (1 - inset * 0.6)
      const [px, y, z] = flapAt(x, 1)
      return [px, y + inset * (1 - Math.abs(x) * 0.4), z + 0.012]
    }
  const panelSeam = (t: number): Vec => {
    const a = mix(0.26, 0.74, t)
    const r = moon(a) * 0.915
    const [x, y] = [Math.sin(a * turn) * r, Math.cos(a * turn) * r]
    return [x, y, face(x, y) + 0.006]
  }
  const tab = surface(30, 60, (u, v): Vec => {
    const y = mix(-0.1, -1.02, v)
    const x = (u - 0.5) * 2 * 0.19 * (v > 0.86 ? Math.sqrt(Math.max(0, 1 - ((v - 0.86) / 0.14) ** 2)) : 1)
    return [x, y, Math.max(flapAt(0, 0.75)[2], face(0, y)) + 0.05]
  })
  const keeper = transform(roundedBox([0.3, 0.075, 0.05], 0.05, 0.03, 80), { move: [0, -0.66, 0.59] })
  const ring = (x: number) =>
    tube(t => [x, 0.62 + Math.sin(t * turn) * 0.16, Math.cos(t * turn) * 0.16], 0.032, { closed: true, up: [1, 0, 0] })
  const strap = splineThrough([
    [-1.36, 0.72, 0],
    [-1.42, 1.3, 0],
    [-1.2, 2.15, -0.05],
    [-0.5, 2.72, -0.1],
    [0.4, 2.76, -0.1],
    [1.16, 2.2, -0.05],
    [1.42, 1.3, 0],
    [1.36, 0.72, 0],
  ])
  const loops = [-1.36, 1.36].map(x => transform(roundedBox([0.07, 0.2, 0.17], 0.04, 0.03, 60), { move: [x, 0.42, 0] }))
  const parts = [
    part(cushion(moon, pouch), hide),
    part(
      surface(200, 140, (u, v) => flapAt(u * 2 - 1, v)),
      hide,
    ),
    part(tube(rim(0), 0.026, { steps: 240, sides: 10, up: [0, 0, 1] }), dark),
    ...stitches(rim(0.09), 76, 0.011, thread),
    ...stitches(panelSeam, 60, 0.011, thread),
    part(tab, dark),
    part(keeper, metalwork),
    ...loops.map(mesh => part(mesh, dark)),
    ...[-1.36, 1.36].map(x => part(ring(x), metalwork)),
    part(tube(strap, 0.026, { flat: 4.4, steps: 220, sides: 24, up: [0, 0, 1] }), dark),
  ]
  return createScene(moveParts(parts, [0, 1.28, 0]), {
    wall: '#ece1d6',
    table: '#d8c4b3',
    height: 5.2,
    target: [0, 1.98, 0],
    pitch: 8,
    yaw: 14,
  })
}
