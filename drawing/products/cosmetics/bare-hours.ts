import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { lathe, rounded, roundedBox, roundedRectangle, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, type Vec } from '#kit/geometry/vec.ts'
import { glass, plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function bareHoursParts(): Part[] {
  const ring = roundedRectangle(0.82, 0.5, 0.3)
  const shell = (grow: number, low: number, high: number) => {
    const profile = rounded(
      [
        [0.2, low],
        [1, low],
        [1, high],
        [0.36, high + 0.12],
      ],
      0.22,
    )
    const along = profile.flatMap(([k, y], i) => {
      const [k2, y2] = profile[i + 1] ?? [k, y]
      return [0, 0.25, 0.5, 0.75].map((f): [number, number] => [mix(k, k2, f), mix(y, y2, f)])
    })
    return surface(
      240,
      along.length - 1,
      (u, v): Vec => {
        const [k, y] = along[Math.round(v * (along.length - 1))]!
        const [x, z] = ring(u)
        return [x * grow * k, y, z * grow * k]
      },
      { closed: true },
    )
  }
  const fluid = plainMaterial('#d3a883', { rough: 0.4, glow: 0.3 })
  const cap = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.3, 0],
        [0.3, 0.16],
        [0.24, 0.18],
        [0.24, 0.34],
        [0.0001, 0.34],
      ],
      0.03,
    ),
    96,
  )
  const head = roundedBox([0.3, 0.15, 0.24], 0.14, 0.05, 120)
  const spout = tube(
    splineThrough([
      [0, 0, 0],
      [-0.4, 0.02, 0.1],
      [-0.66, -0.01, 0.17],
      [-0.74, -0.1, 0.19],
    ]),
    0.072,
    { steps: 40, sides: 20 },
  )
  const pump = gold(0.16)
  return [
    part(shell(0.93, 0.08, 2.1), fluid),
    part(shell(1, 0, 2.38), glass('#f4e9df', { depth: 1.2, bend: 0.12, frost: 0.3 })),
    part(transform(cap, { move: [0, 2.46, 0] }), pump),
    part(transform(head, { move: [0, 3.02, 0] }), pump),
    part(transform(spout, { move: [0, 3.04, 0] }), pump),
  ]
}

export function bareHours(): Scene {
  // A stroke of the fluid on the table.
  const smear = surface(200, 80, (u, v): Vec => {
    const x = mix(-0.95, 0.95, u)
    const half = 0.34 * Math.sqrt(Math.max(0, 1 - Math.abs(x) ** 3)) * (1 + 0.2 * noise(u * 6, 1))
    const ridge =
      0.05 * (1 + 0.9 * Math.cos(v * 19 + noise(u * 3, v * 3) * 2)) * Math.sin(Math.PI * v) ** 0.5 * (0.5 + 0.8 * u)
    return [x, 0.015 + ridge * Math.sqrt(Math.max(0, 1 - x * x * 1.1)), 0.16 * Math.sin(x * 2) + (v - 0.5) * 2 * half]
  })
  const stroke = part(
    transform(smear, { rotate: [0, 18, 0], move: [0.86, 0.01, 1.2] }),
    plainMaterial('#c99c76', { rough: 0.28, coat: 0.5, glow: 0.35 }),
  )
  return createScene([...moveParts(bareHoursParts(), [-0.35, 0.0, -0.1], [0, 20, 0], 1.12), stroke], {
    wall: '#eee3d8',
    table: '#e0cfbf',
    height: 5.15,
    target: [0.14, 1.66, 0],
    pitch: 17,
  })
}
