import { girth, heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, dressBody, folds, setInSleeve } from '#kit/garments/garment.ts'
import { clothAbove } from '#kit/garments/tailoring.ts'
import { surface } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { splineThrough, tube } from '#kit/geometry/solids.ts'
import { clamp, curve, hump, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, onHanger, type Stage } from './on-dress-form.ts'

// Where the sash is tied: the angle and the height.
const knotAngle = -0.105
const knotHeight = heights.waist + 0.01

const ease = 0.03
// The neckline runs straight from the side of the neck down to its lowest point.
const neckline = { low: 3.36, top: 4.53, half: 0.235 }

/** The angle at which the cloth at this height is this far to our right. */
const angleOf = (x: number, y: number) => Math.asin(clamp(x / (girth(y)[0] + ease), -1, 1)) / turn

const openAngle = (y: number) => angleOf((neckline.half * (y - neckline.low)) / (neckline.top - neckline.low), y)

/** The height of the neckline: where it opens to this angle; behind, it lies close to the neck. */
function neckHeight(angle: number): number {
  const aside = around(angle)
  if (aside >= openAngle(neckline.top)) return neckline.top + 0.04 * smoothstep(0.2, 0.5, aside)
  let [low, high] = [neckline.low, neckline.top]
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2
    if (openAngle(middle) < aside) low = middle
    else high = middle
  }
  return low
}

// How far to our right the edge of the upper front is, from the knot up to the neck.
const edgeX = curve([
  [heights.waist, Math.sin(knotAngle * turn) * (girth(heights.waist)[0] + ease)],
  [neckline.low, -0.055],
  [3.9, 0.09],
  [neckline.top, neckline.half - 0.012],
])

// Cloth drawn together at the knot lies in folds that run out from it.
function drawnFolds(angle: number, y: number): number {
  const away = ((angle + 1.5) % 1) - 0.5 - knotAngle
  const [dx, dy] = [away * 3.4, y - knotHeight]
  const far = Math.hypot(dx, dy)
  const direction = Math.atan2(dy, dx)
  const wave = Math.cos(direction * 13 + 1.6 * noise(direction * 2, far * 1.5, 3))
  return 0.03 * wave * smoothstep(0.05, 0.3, far) * Math.exp(-far / 0.75) * smoothstep(-0.3, 0.05, away)
}

/** The wrap dress alone, in a colour of crêpe. */
export function coletteParts(colour = '#7d1420'): Part[] {
  const skirtFolds = folds(9, 2.86, 0.8, 0.1, 12)
  const slack = (a: number, y: number) =>
    0.016 * noise(Math.sin(a * turn) * 2.6, y * 2.4, 4) * smoothstep(2.7, 3.1, y) +
    0.016 * Math.abs(noise(Math.sin(a * turn) * 3 + y * 1.5, y * 6, 8)) * hump(heights.waist + 0.14, 0.26, y)
  const cut: Cut = {
    neck: neckHeight,
    hem: a => 0.72 + 0.03 * Math.cos(a * turn),
    skirt: [
      [0.7, 1.08, 0.88],
      [1.4, 0.86, 0.67],
      [2.2, 0.66, 0.475],
      [2.88, 0.445, 0.32],
    ],
    ease,
    flow: (a, y) => skirtFolds(a, y) + slack(a, y),
  }
  const crepe = woven({ colour, creases: 0.022, crease: 2.6, threads: 150 })
  // The upper front: from our right shoulder across to the knot, then down to the hem, where its edge swings open.
  const frontCut: Cut = { ...cut, flow: (a, y) => (cut.flow?.(a, y) ?? 0) + drawnFolds(a, y) }
  const frontAt = clothAbove(frontCut, 0.022)
  const beneathAt = clothAbove(cut, -0.012)
  const edgeAt = (y: number) =>
    y > heights.waist ? angleOf(edgeX(y), y) : mix(knotAngle, -0.075, smoothstep(heights.waist, 0.9, y))
  const frontPoint = (u: number, y: number): Vec => {
    const angle = mix(edgeAt(y), 0.245, u)
    // At the side it disappears under the seam.
    const [outer, inner, hidden] = [frontAt(angle, y), beneathAt(angle, y), smoothstep(0.8, 1, u)]
    const [x, z] = [mix(outer[0], inner[0], hidden), mix(outer[2], inner[2], hidden)]
    const swing = 0.13 * smoothstep(0.2, 0, u) * smoothstep(2.3, 0.8, y)
    return [x - swing * 0.35, y + 0.1 * smoothstep(0.25, 0, u) * smoothstep(1.3, 0.7, y), z + swing]
  }
  const front = surface(220, 320, (u, v): Vec => frontPoint(u, mix(neckline.top, 0.72, v)))
  const edge = tube(t => frontPoint(0, mix(neckline.top, 0.72, t)), 0.011, { steps: 260, sides: 8, up: [0, 0, 1] })
  const sashAt = clothAbove(frontCut, 0.045)
  const sash = surface(
    420,
    28,
    (u, v): Vec => {
      const angle = u * turn
      const y = heights.waist + mix(0.085, -0.085, v)
      const [x, , z] = sashAt(u, mix(heights.waist, y, 0.5))
      const pleat =
        0.012 * Math.cos(v * 15 + 3 * noise(Math.sin(angle) * 2.4, v * 2, Math.cos(angle) * 2.4)) +
        0.02 * Math.sin(Math.PI * v)
      return [
        x + Math.sin(angle) * pleat,
        y + 0.012 * noise(Math.sin(angle) * 2, 1, Math.cos(angle) * 2),
        z + Math.cos(angle) * pleat,
      ]
    },
    { closed: true },
  )
  const [kx, , kz] = clothAbove(cut, 0.1)(knotAngle + 1, heights.waist)
  const knot = surface(
    48,
    32,
    (u, v): Vec => {
      const [a, b] = [u * turn, v * Math.PI]
      const dent = 1 + 0.12 * Math.cos(a * 3 + v * 4)
      return [
        kx + 0.085 * Math.sin(b) * Math.sin(a) * dent,
        knotHeight - 0.1 * Math.cos(b),
        kz + 0.06 * Math.sin(b) * Math.cos(a) * dent,
      ]
    },
    { closed: true },
  )
  const ribbon = (points: Vec[], wide: number) =>
    tube(splineThrough(points.map(([x, y, z]): Vec => [kx + x, knotHeight + y, kz + z])), 0.0105, {
      flat: wide / 0.0105,
      steps: 160,
      sides: 40,
      up: [0, 0, 1],
    })
  const tails = [
    ribbon(
      [
        [0.0, 0, 0.02],
        [-0.06, -0.16, 0.06],
        [-0.12, -0.5, 0.13],
        [-0.1, -0.85, 0.17],
        [-0.15, -1.18, 0.25],
      ],
      0.075,
    ),
    ribbon(
      [
        [0.02, 0, 0.02],
        [0.08, -0.18, 0.07],
        [0.09, -0.5, 0.12],
        [0.13, -0.8, 0.2],
        [0.11, -0.98, 0.22],
      ],
      0.075,
    ),
    ribbon(
      [
        [0.02, 0.02, 0.02],
        [-0.14, 0.06, 0.09],
        [-0.3, -0.0, 0.09],
        [-0.36, -0.1, 0.04],
        [-0.28, -0.15, 0.0],
        [-0.12, -0.08, 0.0],
        [0.0, -0.01, 0.0],
      ],
      0.068,
    ),
  ]
  const wrist = (t: number) => mix(0.185, 0.125, smoothstep(0.1, 0.85, t)) + 0.012 * smoothstep(0.925, 0.94, t)
  return [
    part(dressBody(cut), crepe),
    part(binding(cut, cut.neck, 0.014), crepe),
    ...[front, edge, sash, knot, ...tails].map(mesh => part(mesh, crepe)),
    ...([1, -1] as const).map(side => part(setInSleeve(side, 1, wrist, { crumple: 0.035, seed: 3 }), crepe)),
  ]
}

const red: Stage = { wall: '#efe4da', table: '#decbbd', stand: 'legs', turned: 24, height: 5.6, target: [0, 2.5, 0] }
const green: Stage = { wall: '#e7e8e0', table: '#cfd0c2', stand: 'wood', turned: -22, pitch: 10 }
const black: Stage = { wall: '#ebe3da', table: '#d5c5b6', turned: 14, pitch: 4, height: 5.6 }
const parts = { red: () => coletteParts(), green: () => coletteParts('#24513b'), black: () => coletteParts('#1b191b') }

export const coletteDresses = {
  'colette-wrap-dress': () => onDressForm(parts.red(), red),
  'colette-wrap-dress-back': () => onDressForm(parts.red(), { ...red, turned: 160 }),
  'colette-wrap-dress-sash': () => closeUp(parts.red(), { ...red, turned: 10 }, [-0.1, 2.75, 0], 2.1),
  'colette-wrap-dress-hanger': () =>
    onHanger(parts.red(), { wall: red.wall, table: red.table, turned: -10, lift: 0.07 }),
  'colette-wrap-dress-green': () => onDressForm(parts.green(), green),
  'colette-wrap-dress-green-back': () => onDressForm(parts.green(), { ...green, turned: 206 }),
  'colette-wrap-dress-black': () => onDressForm(parts.black(), black),
  'colette-wrap-dress-black-neckline': () => closeUp(parts.black(), { ...black, turned: -12 }, [0, 3.75, 0], 2.3),
}
