import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise, noise } from '#kit/geometry/noise.ts'
import { ball, tube } from '#kit/geometry/solids.ts'
import { clamp, curve, hump, mix, smoothstep, type Vec } from '#kit/geometry/vec.ts'
import { leather, woven } from '#kit/materials/fabrics.ts'
import { plainMaterial, stone } from '#kit/materials/materials.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { panel, sphereAt, stitches } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

type Place = readonly [x: number, y: number]

interface Finger {
  /** From inside the hand to the tip. */
  path: [Place, Place, Place]
  /** Half its width at its root and at its tip. */
  wide: [number, number]
}

const fingers: Finger[] = [
  {
    path: [
      [-0.4, 0.3],
      [-0.5, 0.86],
      [-0.6, 1.36],
    ],
    wide: [0.165, 0.118],
  },
  {
    path: [
      [-0.15, 0.4],
      [-0.2, 1.08],
      [-0.24, 1.72],
    ],
    wide: [0.175, 0.125],
  },
  {
    path: [
      [0.13, 0.4],
      [0.13, 1.14],
      [0.12, 1.88],
    ],
    wide: [0.178, 0.128],
  },
  {
    path: [
      [0.4, 0.36],
      [0.47, 1.02],
      [0.5, 1.64],
    ],
    wide: [0.172, 0.122],
  },
]
const thumb: Finger = {
  path: [
    [0.3, -0.62],
    [0.68, -0.12],
    [0.84, 0.46],
  ],
  wide: [0.23, 0.138],
}

const hem = -1.72
const handHalf = curve([
  [hem, 0.53],
  [-1.2, 0.47],
  [-0.85, 0.46],
  [-0.3, 0.56],
  [0.3, 0.6],
  [0.6, 0.56],
  [0.8, 0.4],
])

// How high a stuffed tube of soft leather stands `inside` its edge.
const roundOver = (inside: number, wide: number) => Math.sqrt(Math.max(0, 1 - (1 - clamp(inside / wide)) ** 2))

// How high a finger stands at a place, below zero beside it; how far along it the place is.
function fingerHeight({ path, wide }: Finger, x: number, y: number): [height: number, along: number] {
  let nearest: [number, number] = [9, 0]
  for (let i = 0; i < 2; i++) {
    const [[ax, ay], [bx, by]] = [path[i]!, path[i + 1]!]
    const [dx, dy] = [bx - ax, by - ay]
    const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy))
    const far = Math.hypot(x - ax - dx * t, y - ay - dy * t)
    if (far < nearest[0]) nearest = [far, (i + t) / 2]
  }
  const [far, along] = nearest
  const half = mix(wide[0], wide[1], along)
  return far > half
    ? [-0.2 * Math.min(1, (far - half) * 40), along]
    : [roundOver(half - far, half) * half * 0.95, along]
}

/** The height of the glove above the cloth it lies on; below zero beside it. */
function gloveHeight(x: number, y: number): number {
  const inside = Math.min(handHalf(y) - Math.abs(x), 0.86 - y)
  const hand = inside < 0 || y < hem ? -0.2 : roundOver(inside, 0.34) * mix(0.21, 0.25, smoothstep(-1.4, 0, y))
  // The back of an empty hand sinks a little between its knuckles and the wrist.
  const sunk = 0.035 * Math.exp(-((x / 0.4) ** 2) - ((y + 0.25) / 0.45) ** 2)
  const folds =
    0.016 * noise(x * 2 - y * 1.2, y * 5 + x * 1.5, 3) +
    0.02 * Math.abs(noise(x * 1.4, y * 9 - x * 4, 7)) * hump(-0.95, 0.5, y)
  let height = hand > 0 ? hand - sunk + folds : hand
  for (const [i, finger] of [...fingers, thumb].entries()) {
    const [stands, along] = fingerHeight(finger, x, y)
    if (stands <= 0) {
      height = Math.max(height, stands)
      continue
    }
    const joint = 0.014 * noise(x * 3 + i * 5, y * 13, i) * hump(0.5, 0.34, along) + 0.012 * noise(x * 5, y * 5, i)
    const lifted = finger === thumb ? 0.07 : 0.02
    const top = stands + joint + lifted * smoothstep(0, 0.4, along)
    // Where a finger leaves the hand, the leather runs from one to the other without a step.
    const k = 0.07
    const blend = Math.max(0, k - Math.abs(top - height)) / k
    height = Math.max(height, top) + (along < 0.42 && height > 0 ? blend * blend * k * 0.25 : 0)
  }
  const points = [-0.27, 0, 0.27].reduce((sum, px) => {
    const off = Math.abs(x - px * (1 - 0.18 * (0.5 - y)))
    return sum + 0.024 * Math.exp(-((off / 0.018) ** 2)) * smoothstep(0.62, 0.5, y) * smoothstep(-0.52, -0.35, y)
  }, 0)
  const hemRoll = 0.02 * hump(hem + 0.03, 0.035, y) - 0.014 * hump(hem + 0.13, 0.014, y)
  return height > 0 ? height + points + hemRoll : height
}

// A left-hand glove lying on its palm, its back towards us, fingers up.
function glove(): Part[] {
  const kid = leather({
    colour: '#1d191b',
    shine: 0.42,
    grain: 110,
    over(sample) {
      const e = 0.01
      const crease = (x: number, y: number) => fractalNoise(x * 2.6, y * 4, 3, 3)
      const here = crease(sample.x, sample.y)
      sample.slopeU += ((crease(sample.x + e, sample.y) - here) / e) * 0.012
      sample.slopeV += ((crease(sample.x, sample.y + e) - here) / e) * 0.012
    },
  })
  const skin: Mesh = surface(330, 520, (u, v): Vec => {
    const [x, y] = [mix(-0.86, 1.08, u), mix(2.1, hem - 0.03, v)]
    return [x, y, gloveHeight(x, y)]
  })
  const on = (x: number, y: number, above = 0.012): Vec => [x, y, gloveHeight(x, y) + above]
  // The cashmere shows at the edge of the cuff.
  const lining = tube(t => [mix(-0.5, 0.5, t), hem - 0.02, 0.06 + 0.1 * Math.sin(Math.PI * t) ** 0.5], 0.045, {
    steps: 60,
    sides: 14,
    up: [0, 0, 1],
  })
  const slit = tube(t => on(0.05 - 0.02 * t, mix(hem + 0.02, -1.1, t), 0.004), 0.013, {
    steps: 40,
    sides: 8,
    up: [0, 0, 1],
  })
  const thread = plainMaterial('#4a4346', { rough: 0.6 })
  const [bx, by, bz] = on(-0.04, -1.5, 0.03)
  return [
    part(skin, kid),
    part(lining, woven({ colour: '#a08c74', threads: 60 })),
    part(slit, kid),
    ...stitches(t => on(mix(-0.46, 0.46, t), hem + 0.105, 0.008), 34, 0.007, thread),
    ...[-0.27, 0, 0.27].flatMap(px =>
      stitches(
        t => {
          const y = mix(0.52, -0.4, t)
          return on(px * (1 - 0.18 * (0.5 - y)) + 0.036, y, 0.004)
        },
        20,
        0.0055,
        thread,
      ),
    ),
    sphereAt(ball(32), 0.055, [bx, by, bz], plainMaterial('#0a090a', { rough: 0.08, coat: 1 })),
  ]
}

// The other hand.
const mirrored = (parts: Part[]): Part[] =>
  parts.map(({ mesh, material }) => part(transform(mesh, { scale: [-1, 1, 1] }), material))

export function rialtoGloves(): Scene {
  const cloth = panel(7, 8, [0, -1.4, 0], stone('#ddd2c6', '#cbbdae', { size: 0.6, rough: 0.9 }))
  return createScene(
    [
      ...moveParts(glove(), [-0.98, 2.62, 0], [0, 0, 8], 1),
      ...moveParts(mirrored(glove()), [1.0, 2.32, 0], [0, 0, -11], 1),
      cloth,
    ],
    { wall: '#ddd2c6', table: '#cabcad', height: 5.3, target: [0, 2.62, 0], pitch: 4 },
  )
}
