import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { lathe, rounded, tube } from '#kit/geometry/solids.ts'
import { hump, mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { gold, mirror } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { marble, plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const enamel = () => plainMaterial('#8f2f36', { rough: 0.16, coat: 1 })
const cream = (over = 0.35) => plainMaterial('#b23a3c', { rough: over, coat: 0.35, glow: 0.4 })

function potParts(): Part[] {
  const pot = lathe(
    rounded(
      [
        [0.0001, 0],
        [1.1, 0],
        [1.32, 0.2],
        [1.32, 0.72],
        [1.18, 0.78],
        [1.12, 0.62],
      ],
      0.1,
    ),
    200,
    8,
  )
  const rim = tube(t => [Math.sin(t * turn) * 1.22, 0.76, Math.cos(t * turn) * 1.22], 0.07, {
    closed: true,
    steps: 200,
    sides: 16,
  })
  // The prints of two fingertips.
  const fill = surface(
    240,
    100,
    (u, v): Vec => {
      const [x, z] = [Math.sin(u * turn) * 1.16 * v, Math.cos(u * turn) * 1.16 * v]
      const dip = 0.13 * hump(0, 0.7, Math.hypot(x - 0.2 - z * 0.35, (z - 0.1) * 0.6))
      return [x, 0.68 + 0.09 * (1 - v * v) - dip + 0.006 * noise(x * 3, z * 3), z]
    },
    { closed: true },
  )
  return [part(pot, enamel()), part(rim, gold(0.12)), part(fill, cream())]
}

function lidParts(): Part[] {
  const shell = lathe(
    rounded(
      [
        [1.2, 0],
        [1.34, 0.02],
        [1.34, 0.3],
        [1.1, 0.46],
        [0.0001, 0.5],
      ],
      0.12,
    ),
    200,
    8,
  )
  const rim = tube(t => [Math.sin(t * turn) * 1.27, 0.0, Math.cos(t * turn) * 1.27], 0.07, {
    closed: true,
    steps: 200,
    sides: 16,
  })
  const glass = lathe(
    [
      [1.2, 0.03],
      [0.0001, 0.03],
    ],
    160,
  )
  return [part(shell, enamel()), part(rim, gold(0.12)), part(glass, mirror(2.7, 1.5))]
}

export function pecheBlush(): Scene {
  const smear = surface(160, 60, (u, v): Vec => {
    const x = mix(-0.85, 0.85, u)
    const half = 0.3 * Math.sqrt(Math.max(0, 1 - Math.abs(x / 0.86) ** 3)) * (1 + 0.24 * noise(u * 6, 4))
    const ridge = 0.03 * (1 + Math.cos(v * 23 + 2 * noise(u * 3, v * 3))) * Math.sin(Math.PI * v) ** 0.5 * (1.3 - u)
    return [
      x,
      0.012 + ridge * Math.sqrt(Math.max(0, 1 - (x / 0.86) ** 2)),
      0.1 * Math.sin(x * 2.4) + (v - 0.5) * 2 * half,
    ]
  })
  return createScene(
    [
      ...moveParts(potParts(), [-0.3, 0.34, 0.1], [0, -16, 0], 1.05),
      ...moveParts(lidParts(), [0.36, 1.78, -1.35], [-104, 0, 0], 1.05),
      plinth(1.9, 0.34, [-0.2, 0, -0.2], marble()),
      part(transform(smear, { rotate: [0, 24, 0], move: [1.12, 0, 1.75] }), cream(0.3)),
    ],
    { wall: '#f0dfd6', table: '#e0c8bc', height: 5.2, target: [0.06, 1.32, 0], pitch: 25 },
  )
}
