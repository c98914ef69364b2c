import { surface, transform } from '#kit/geometry/mesh.ts'
import { evenlySpaced, lathe, rounded, softBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { curve, hump, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass } from '#kit/materials/metals.ts'
import { type Part, part, transformParts } from '#kit/scene/part.ts'
import { stitches } from '#kit/scene/props.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

// The corner of a squarish ring, `power` 2 is an ellipse.
const squared = (x: number, power: number) => Math.sign(x) * Math.abs(x) ** (2 / power)

export function rivoliParts(colour = '#211e20'): Part[] {
  const hide = leather({ colour, shine: 0.62, grain: 34 })
  const edge = plainMaterial(colour, { rough: 0.35, coat: 0.4 })
  const thread = plainMaterial('#6d6259', { rough: 0.8 })
  const metalwork = brass(0.16)
  const width = curve([
    [0, 1.52],
    [1, 1.46],
    [2.15, 1.27],
  ])
  const depth = curve([
    [0, 0.62],
    [1, 0.56],
    [2.15, 0.36],
  ])
  const shell = surface(
    280,
    120,
    (u, v) => {
      const y = v * 2.2
      // The upper edge is round, so that the flap goes over it in a soft bend.
      const shoulder = Math.max(0, (v - 0.93) / 0.07)
      const close = Math.min(1, smoothstep(0, 0.05, v) * 0.06 + 0.94) * Math.sqrt(Math.max(0, 1 - shoulder ** 2.6))
      const a = u * turn
      const slump = 1 - 0.05 * hump(1, 0.9, y)
      return [
        squared(Math.sin(a), 6) * width(y) * (0.82 + 0.18 * close),
        y,
        squared(Math.cos(a), 6) *
          depth(y) *
          slump *
          close *
          (1 + 0.12 * Math.cos(a) ** 2 * smoothstep(0, 0.5, v) * smoothstep(1, 0.5, v)),
      ]
    },
    { closed: true },
  )
  // The flap comes over the top and hangs down in front, as wide as the bag; its lower corners are round.
  const flapAt = (x: number, s: number, lift = 0): Vec => {
    const aside = Math.max(0, (Math.abs(x) - 0.88) / 0.12)
    const drop = 1.02 + 0.16 * (1 - x * x) - 0.16 * (1 - Math.sqrt(1 - Math.min(1, aside) ** 2))
    const bend = smoothstep(0.2, 0.4, s)
    // It bends down behind, lies flat on the top, bends over the front edge and hangs.
    const behind = 0.12 * Math.max(0, 1 - s / 0.1) ** 2
    const fallen = s < 0.4 ? Math.max(0, s - 0.2) ** 2 / 0.28 : (s - 0.3) / 0.7
    const y = 2.25 - behind - fallen * drop
    const reach = (depth(2.25 - 0.143 * drop) + 0.395) / 0.3
    const over = Math.max(0, s - 0.2)
    const z = s < 0.4 ? -0.36 + reach * (s - over ** 2 / 0.4) : depth(Math.max(0.4, y)) + 0.035
    // Thick leather falls a little at its sides, where nothing holds it up.
    const side = 0.09 * smoothstep(0.72, 1, Math.abs(x)) ** 2 * smoothstep(0.6, 0.2, s)
    const wide = (s < 0.12 ? mix(0.87, 0.94, s / 0.12) : mix(0.94, 0.985, bend)) * width(Math.min(2.2, y))
    return [x * wide, y + lift * (1 - bend) - side, z + lift * bend]
  }
  // Columns stand closer at the sides, for the corners.
  const across = (u: number) => Math.sin((u - 0.5) * Math.PI)
  const flap = surface(200, 160, (u, v) => flapAt(across(u), v, 0.03))
  const under = surface(200, 4, (u, v) => {
    const [x, y, z] = flapAt(across(u), 1, 0.03)
    return [x, y, z - 0.045 * v]
  })
  // The edge of the flap from the back over one side, the front and the other side, in even steps.
  const rim = (inset: number, from: number) => {
    const k = 1 - inset
    const low = 1 - inset * 1.2
    const raw = (t: number): Vec => {
      if (t < 0.28) return flapAt(-k, mix(from, low, t / 0.28), 0.035)
      if (t < 0.72) return flapAt(k * across((t - 0.28) / 0.44), low, 0.035)
      return flapAt(k, mix(low, from, (t - 0.72) / 0.28), 0.035)
    }
    const even = evenlySpaced(raw, 500)
    return (t: number) => raw(even[Math.round(t * (even.length - 1))] as number)
  }
  const arch = splineThrough([
    [-0.62, 2.1, 0.5],
    [-0.64, 2.4, 0.4],
    [-0.6, 2.95, 0.16],
    [-0.36, 3.4, 0.04],
    [0, 3.52, 0.02],
    [0.36, 3.4, 0.04],
    [0.6, 2.95, 0.16],
    [0.64, 2.4, 0.4],
    [0.62, 2.1, 0.5],
  ])
  const lock: Part[] = [
    part(transform(softBox([0.2, 0.13, 0.03], 6, 40), { move: [0, 1.2, 0.64] }), metalwork),
    part(
      transform(
        lathe(
          rounded(
            [
              [0.0001, 0],
              [0.07, 0],
              [0.07, 0.05],
              [0.0001, 0.05],
            ],
            0.02,
          ),
          48,
        ),
        { rotate: [90, 0, 0], move: [0, 1.2, 0.66] },
      ),
      metalwork,
    ),
    part(transform(softBox([0.028, 0.1, 0.03], 5, 32), { rotate: [0, 0, 0], move: [0, 1.2, 0.72] }), metalwork),
  ]
  const rings = [-0.62, 0.62].flatMap(x => [
    part(transform(softBox([0.1, 0.16, 0.03], 4, 32), { rotate: [-8, 0, 0], move: [x, 2.06, 0.52] }), hide),
    part(
      tube(t => [x + Math.cos(t * turn) * 0.11, 2.2 + Math.sin(t * turn) * 0.12, 0.53], 0.024, {
        closed: true,
        up: [0, 0, 1],
      }),
      metalwork,
    ),
  ])
  // Piping where the front meets the sides and the base.
  const corner =
    (side: 1 | -1) =>
    (t: number): Vec => {
      const y = mix(2.06, 0.1, t)
      const slump = 1 - 0.05 * hump(1, 0.9, y)
      const round = 1 + 0.12 * 0.5 * smoothstep(0, 0.5, y / 2.2) * smoothstep(1, 0.5, y / 2.2)
      const near = 0.5 ** (1 / 6)
      return [side * near * width(y) * 1.008, y + 0.04, near * depth(y) * slump * round + 0.012]
    }
  const piping = [
    ...([1, -1] as const).map(side => tube(corner(side), 0.021, { steps: 120, sides: 12, up: [0, 0, 1] })),
    tube(
      t => {
        const x = mix(-1, 1, t)
        return [x * 0.5 ** (1 / 6) * width(0.1), 0.14 - 0.03 * (1 - x ** 8), 0.56 + 0.025 * (1 - x ** 4)]
      },
      0.021,
      { steps: 80, sides: 12, up: [0, 0, 1] },
    ),
  ]
  const baseSeam = stitches(
    t => {
      const x = mix(-0.98, 0.98, t)
      return [x * 1.28, 0.2, depth(0.2) + 0.025 + 0.01 * (1 - x * x)]
    },
    90,
    0.0075,
    thread,
  )
  const feet = [-1.2, 1.2].map(x =>
    part(
      transform(
        lathe(
          rounded(
            [
              [0.05, -0.04],
              [0.08, 0],
              [0.06, 0.05],
              [0.0001, 0.06],
            ],
            0.02,
          ),
        ),
        { move: [x, 0, 0.4] },
      ),
      metalwork,
    ),
  )
  return [
    part(transform(shell, { move: [0, 0.04, 0] }), hide),
    part(flap, hide),
    part(under, edge),
    part(tube(rim(0, 0.02), 0.022, { steps: 260, sides: 10, up: [0, 0, 1] }), edge),
    ...stitches(rim(0.055, 0.34), 118, 0.0085, thread),
    part(
      tube(arch, t => 0.06 + 0.022 * hump(0.5, 0.3, t), { steps: 160, sides: 24, up: [0, 0, 1] }),
      hide,
    ),
    ...stitches(
      t => {
        const [x, y, z] = arch(0.1 + t * 0.8)
        return [x, y, z + 0.072 + 0.014 * hump(0.5, 0.3, t)]
      },
      70,
      0.007,
      thread,
    ),
    ...piping.map(mesh => part(mesh, edge)),
    ...baseSeam,
    ...rings,
    ...lock,
    ...feet,
  ]
}

const stage = { wall: '#e8dfd4', table: '#d3c3b1' }
const rivoliBag = (turned: number, camera: Omit<SceneOptions, 'wall' | 'table'>): Scene =>
  createScene(transformParts(rivoliParts(), { rotate: [0, turned, 0] }), {
    ...stage,
    height: 4.9,
    target: [0, 1.72, 0],
    pitch: 9,
    ...camera,
  })

export const rivoliBags = {
  'rivoli-top-handle-bag': () => rivoliBag(0, { yaw: 16 }),
  'rivoli-top-handle-bag-side': () => rivoliBag(-58, { pitch: 14 }),
  'rivoli-top-handle-bag-lock': () => rivoliBag(32, { pitch: 16, height: 2.5, target: [0.28, 1.72, 0.4], wide: 2 }),
}
