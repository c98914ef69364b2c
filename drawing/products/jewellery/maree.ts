import { transform } from '#kit/geometry/mesh.ts'
import { ball, evenlySpaced, softBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, type Vec } from '#kit/geometry/vec.ts'
import { pearl, plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { plinth, sphereAt, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

export function pearlParts(path: (t: number) => Vec, small = 0.078, large = 0.142): Part[] {
  const lustre = pearl()
  const one = ball(40)
  const size = (t: number) => mix(small, large, Math.sin(Math.PI * t) ** 1.6)
  // Pearls touch each other, whatever their size.
  const fine = evenlySpaced(path, 600)
  const places: { at: Vec; r: number }[] = []
  for (const [i, t] of fine.entries()) {
    const at = path(t)
    const r = size(i / 599)
    const last = places[places.length - 1]
    if (!last || Math.hypot(at[0] - last.at[0], at[1] - last.at[1], at[2] - last.at[2]) >= (last.r + r) * 1.015)
      places.push({ at, r })
  }
  return places.map(({ at, r }) => sphereAt(one, r, [at[0], at[1] + r, at[2]], lustre))
}

const strandOn = (camera: Pick<SceneOptions, 'height' | 'target' | 'pitch' | 'yaw'>): Scene => {
  const loop = splineThrough([
    [-0.2, 0, -1.35],
    [-1.15, 0, -1.0],
    [-1.62, 0, 0.05],
    [-1.2, 0, 1.15],
    [0, 0, 1.62],
    [1.2, 0, 1.15],
    [1.62, 0, 0.05],
    [1.15, 0, -1.0],
    [0.25, 0, -1.3],
  ])
  const strand = pearlParts(loop)
  // The silk on which they are knotted shows between them and at the clasp.
  const ends = [loop(1), [0.02, 0, -1.33], loop(0)] as const
  const silk = [loop, splineThrough(ends)].map(path =>
    part(
      tube(
        t => {
          const [x, , z] = path(t)
          return [x, 0.085, z]
        },
        0.016,
        { steps: 300, sides: 8 },
      ),
      plainMaterial('#cdbfa8', { rough: 0.8 }),
    ),
  )
  const hook = [
    part(transform(softBox([0.17, 0.07, 0.09], 2.6, 40), { rotate: [0, 8, 0], move: [0.02, 0.09, -1.33] }), gold()),
    part(
      tube(
        splineThrough([
          [0.18, 0.09, -1.3],
          [0.22, 0.14, -1.24],
          [0.13, 0.17, -1.22],
          [0.04, 0.15, -1.3],
        ]),
        0.018,
        { steps: 30 },
      ),
      gold(),
    ),
  ]
  const lift = (parts: Part[]) =>
    parts.map(({ mesh, material }) => part(transform(mesh, { scale: 1, move: [0, 0.34, 0] }), material))
  return createScene([...lift([...strand, ...silk, ...hook]), plinth(2.35, 0.34, [0, 0, 0], travertine())], {
    wall: '#eee5da',
    table: '#dccfc0',
    depth: 8,
    wide: 2,
    ...camera,
  })
}

export const mareeStrands = {
  'maree-pearl-strand': () => strandOn({ height: 5.1, target: [0, 0.45, 0.1], pitch: 50 }),
  'maree-pearl-strand-clasp': () => strandOn({ height: 1.7, target: [0.05, 0.45, -1.25], pitch: 44, yaw: 14 }),
  'maree-pearl-strand-pearls': () => strandOn({ height: 2.2, target: [0.5, 0.6, 1.1], pitch: 34, yaw: 20 }),
}
