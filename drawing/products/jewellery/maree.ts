import { transform } from '#kit/geometry/mesh.ts'
import { ball, evenlySpaced, lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { pearl, plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { type Part, part, transformParts } from '#kit/scene/part.ts'
import { plinth, sphereAt, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

/** The radius of the pearl at this share of the strand. */
const pearlSize = (t: number, small = 0.078, large = 0.142) => mix(small, large, Math.sin(Math.PI * t) ** 1.6)

export function pearlParts(path: (t: number) => Vec, small?: number, large?: number): Part[] {
  const lustre = pearl()
  const one = ball(40)
  // Pearls touch each other, whatever their size.
  const fine = evenlySpaced(path, 600)
  const places: { at: Vec; r: number }[] = []
  for (const [i, t] of fine.entries()) {
    const at = path(t)
    const r = pearlSize(i / 599, small, large)
    const last = places[places.length - 1]
    if (!last || Math.hypot(at[0] - last.at[0], at[1] - last.at[1], at[2] - last.at[2]) >= (last.r + r) * 1.015)
      places.push({ at, r })
  }
  return places.map(({ at, r }) => sphereAt(one, r, [at[0], at[1] + r, at[2]], lustre))
}

/** The clasp between the ends of the strand: a barrel of three beads, beaded at both ends, and the hook that goes into its end. */
function claspParts(): Part[] {
  const metal = gold()
  const barrel = lathe(
    rounded(
      [
        [0.0001, -0.15],
        [0.045, -0.15],
        [0.075, -0.11],
        [0.06, -0.055],
        [0.08, 0],
        [0.06, 0.055],
        [0.075, 0.11],
        [0.045, 0.15],
        [0.0001, 0.15],
      ],
      0.02,
    ),
    64,
  )
  const grains = [-0.055, 0.055].flatMap(y =>
    Array.from({ length: 18 }, (_, i) => {
      const a = (i / 18) * turn
      return sphereAt(ball(10), 0.0125, [Math.cos(a) * 0.07, y, Math.sin(a) * 0.07], metal)
    }),
  )
  const eye = (y: number) =>
    part(
      tube(t => [Math.cos(t * turn) * 0.036, y + Math.sin(t * turn) * 0.036, 0], 0.011, {
        closed: true,
        up: [0, 0, 1],
      }),
      metal,
    )
  const hook = tube(
    splineThrough([
      [0, 0.2, 0],
      [0.04, 0.225, 0],
      [0.072, 0.185, 0],
      [0.062, 0.13, 0],
      [0.02, 0.09, 0],
    ]),
    t => 0.014 * (1 - 0.3 * t),
    { steps: 60, sides: 14 },
  )
  return transformParts([part(barrel, metal), ...grains, eye(-0.18), eye(0.18), part(hook, metal)], {
    rotate: [0, 0, 90],
    move: [0.07, 0.092, -1.33],
  })
}

const strandOn = (camera: Pick<SceneOptions, 'height' | 'target' | 'pitch' | 'yaw'>, turned = 0): Scene => {
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
  const silk = [
    { path: loop, high: (t: number) => pearlSize(t) },
    { path: splineThrough(ends), high: () => 0.085 },
  ].map(({ path, high }) =>
    part(
      tube(
        t => {
          const [x, , z] = path(t)
          return [x, high(t), z]
        },
        0.016,
        { steps: 300, sides: 8 },
      ),
      plainMaterial('#cdbfa8', { rough: 0.8 }),
    ),
  )
  const hook = claspParts()
  const lift = (parts: Part[]) =>
    parts.map(({ mesh, material }) => part(transform(mesh, { rotate: [0, turned, 0], move: [0, 0.34, 0] }), material))
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
  'maree-pearl-strand-clasp': () => strandOn({ height: 1.5, target: [-0.2, 0.42, 0.3], pitch: 19 }, 174),
  'maree-pearl-strand-pearls': () => strandOn({ height: 2.2, target: [0.5, 0.6, 1.1], pitch: 34, yaw: 20 }),
}
