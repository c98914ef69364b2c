import { surface, transform } from '#kit/geometry/mesh.ts'
import { hash } from '#kit/geometry/noise.ts'
import { ball, softBox, tube } from '#kit/geometry/solids.ts'
import { cutStone, round } from '#kit/geometry/stones.ts'
import { turn, type Vec } from '#kit/geometry/vec.ts'
import { velvet } from '#kit/materials/fabrics.ts'
import { gem } from '#kit/materials/materials.ts'
import { silver } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { limestone, plinth, sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const [long, tall] = [1.72, 0.46]
const bow = (x: number) => -0.16 * (x / long) ** 2

// The slide, facing +z and slightly bowed along its length: a plate, a beaded rim, crystals of three sizes.
function clipParts(): Part[] {
  const white = silver(0.1)
  const outline = (t: number, k = 1): [number, number] => {
    const a = t * turn
    const [c, s] = [Math.cos(a), Math.sin(a)]
    const r = (Math.abs(c / long) ** 3.4 + Math.abs(s / tall) ** 3.4) ** (-1 / 3.4)
    return [c * r * k, s * r * k]
  }
  const plate = surface(
    240,
    30,
    (u, v): Vec => {
      const [x, y] = outline(1 - u, v)
      return [x, y, bow(x) + 0.02 - 0.1 * Math.max(0, v - 0.96) * 10]
    },
    { closed: true },
  )
  const rim = tube(
    t => {
      const [x, y] = outline(t)
      return [x, y, bow(x)]
    },
    0.045,
    { closed: true, steps: 300, sides: 12, up: [0, 0, 1] },
  )
  const beads = Array.from({ length: 96 }, (_, i) => {
    const [x, y] = outline(i / 96, 1)
    return sphereAt(ball(12), 0.042, [x, y, bow(x) + 0.045], white)
  })
  const places: [number, number, number][] = []
  // The large crystals first, then the smaller ones into what is left between them.
  for (const [radius, tries] of [
    [0.17, 900],
    [0.115, 2600],
    [0.075, 5000],
    [0.046, 14000],
  ] as const)
    for (let i = 0; i < tries; i++) {
      const x = (hash(i, 1, tries) * 2 - 1) * long
      const y = (hash(i, 2, tries) * 2 - 1) * tall
      const room = (Math.abs(x) / (long - radius)) ** 3.4 + (Math.abs(y) / (tall - radius)) ** 3.4
      if (room < 0.97 && places.every(([px, py, pr]) => Math.hypot(x - px, y - py) > (radius + pr) * 1.04))
        places.push([x, y, radius])
    }
  const crystals = places.map(([x, y, r], i) =>
    part(
      transform(cutStone(round(r), { facets: r > 0.1 ? 12 : 8, crown: r * 0.42, pavilion: r * 0.5, table: 0.55 }), {
        rotate: [0, 0, i * 37],
        move: [x, y, bow(x) + 0.06],
      }),
      gem(i % 5 ? '#eef2f5' : '#d5e2ee'),
    ),
  )
  const grains = places.flatMap(([x, y, r], i) =>
    [0, 1, 2].map(k => {
      const a = (k / 3 + hash(i, 7)) * turn
      return sphereAt(ball(8), 0.024, [x + Math.cos(a) * r * 1.03, y + Math.sin(a) * r * 1.03, bow(x) + 0.075], white)
    }),
  )
  return [...[plate, rim].map(mesh => part(mesh, white)), ...beads, ...crystals, ...grains]
}

export function givreHairClip(): Scene {
  const cushion = part(
    transform(softBox([1.66, 0.62, 1.5], 3.4), { rotate: [30, 0, 0], move: [0, 1.2, -0.2] }),
    velvet({ colour: '#5b6a7d', creases: 0.02 }),
  )
  return createScene(
    [
      cushion,
      ...moveParts(moveParts(clipParts(), [0, 0, 0], [0, 0, 24]), [0, 1.92, 0.42], [-54, 0, 0], 0.98),
      plinth(1.75, 0.4, [0, 0, -0.1], limestone()),
    ],
    { wall: '#e2e3e5', table: '#c8c8ca', height: 4.6, target: [0, 1.35, 0], pitch: 22 },
  )
}
