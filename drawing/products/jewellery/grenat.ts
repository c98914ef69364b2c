import { surface, transform } from '#kit/geometry/mesh.ts'
import { roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { cutStone, oval, round } from '#kit/geometry/stones.ts'
import { hump, mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { gem, stone } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { part } from '#kit/scene/part.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

const ring = (rotate: Vec, camera: Pick<SceneOptions, 'height' | 'target' | 'pitch' | 'wide'>, lift = 0): Scene => {
  const band = gold(0.11)
  const hoop = surface(
    240,
    40,
    (u, v): Vec => {
      const a = u * turn
      const top = hump(0, 0.3, Math.min(u, 1 - u))
      const wide = mix(0.15, 0.24, top)
      const thick = mix(0.085, 0.12, top)
      const [p, q] = [Math.cos(v * turn) * wide, Math.sin(v * turn) * thick]
      return [Math.sin(a) * (1.12 + q), Math.cos(a) * (1.12 + q), p]
    },
    { closed: true },
  )
  const garnet = transform(cutStone(oval(1.34, 1.06), { facets: 20, crown: 0.3, pavilion: 0.46, table: 0.58 }), {
    rotate: [-90, 0, 0],
    move: [0, 1.66, 0],
  })
  const outline = oval(1.34, 1.06)
  const at = (t: number, grow: number, y: number): Vec => {
    const [x, z] = outline(t)
    return [x * grow, y, z * grow]
  }
  const basket = [
    tube(t => at(t, 1.03, 1.62), 0.042, { closed: true, steps: 120 }),
    tube(t => at(t, 0.72, 1.34), 0.036, { closed: true, steps: 120 }),
  ]
  const prongs = [0.07, 0.18, 0.32, 0.43, 0.57, 0.68, 0.82, 0.93].map(t =>
    tube(
      splineThrough([at(t, 0.66, 1.22), at(t, 0.9, 1.46), at(t, 1.05, 1.68), at(t, 0.96, 1.82), at(t, 0.88, 1.86)]),
      0.045,
      { steps: 30, sides: 10 },
    ),
  )
  const seeds = [-1, 1].flatMap(s =>
    [0.088, 0.118, 0.148].map((t, i) => {
      const a = s * t * turn
      const stoneMesh = transform(cutStone(round(0.105 - i * 0.012), { facets: 10, crown: 0.05, pavilion: 0.08 }), {
        rotate: [-90, 0, 0],
      })
      return part(
        transform(transform(stoneMesh, { move: [0, 1.25, 0] }), { rotate: [0, 0, (-a * 180) / Math.PI] }),
        gem('#8a1526'),
      )
    }),
  )
  const pieces = [...[hoop, ...basket, ...prongs].map(mesh => part(mesh, band)), part(garnet, gem('#8a0f22')), ...seeds]
  const shown = pieces.map(({ mesh, material }) =>
    part(transform(mesh, { scale: 1.22, rotate, move: [0, 1.92 + lift, 0] }), material),
  )
  const cushion = part(
    transform(roundedBox([1.75, 0.3, 1.15], 0.5, 0.12), { move: [0, 0.3, 0] }),
    stone('#d9c3b6', '#c9ad9e', { size: 0.8, rough: 0.85 }),
  )
  return createScene([...shown, cushion], {
    wall: '#eadcd5',
    table: '#d3bcb2',
    ...camera,
  })
}

/** The ring on its cushion, as on its first picture. */
export const grenatRing = (): Scene => ring([14, -34, 0], { height: 5.1, target: [0, 2.06, 0], pitch: 20 })

export const grenatRings = {
  'grenat-cocktail-ring': grenatRing,
  'grenat-cocktail-ring-stone': () => ring([10, -62, 0], { height: 3.1, target: [0, 3.7, 0.4], pitch: 38, wide: 2.4 }),
  'grenat-cocktail-ring-profile': () => ring([0, -84, 0], { height: 5.1, target: [0, 2.06, 0], pitch: 8 }, 0.05),
}
