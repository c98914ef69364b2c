import { armholeBindings, around, binding, type Cut, dressBody } from '#kit/garments/garment.ts'
import { backZip } from '#kit/garments/tailoring.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hex, hump, mixVec, smoothstep, turn } from '#kit/geometry/vec.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

// A leaf of the brocade around its own middle: 1 on the leaf, 0.4 on its veins, 0 beside it.
function leaf(x: number, y: number): number {
  const half = 0.2 * (1 - (y / 0.42) ** 2)
  if (Math.abs(y) > 0.42 || Math.abs(x) > half) return 0
  const vein = Math.abs(x) < 0.018 || Math.abs(((Math.abs(x) * 1.4 - y) * 9) % 1) < 0.2
  return vein ? 0.35 : 1
}

/** The sheath alone. */
export function ravennaParts(): Part[] {
  const cut: Cut = {
    neck: a => 4.47 - 0.08 * hump(0, 0.2, around(a)),
    hem: () => 1.02,
    skirt: [
      [1, 0.52, 0.4],
      [1.7, 0.6, 0.44],
      [2.2, 0.625, 0.44],
      [2.6, 0.53, 0.375],
      [2.88, 0.44, 0.315],
    ],
    ease: 0.025,
    flow: (a, y) =>
      0.01 * noise(Math.sin(a * turn) * 2, y * 2, 3) - 0.02 * hump(0.09, 0.012, around(a)) * hump(3, 0.42, y),
  }
  const [honey, old, light] = [hex('#a9843c'), hex('#6f4f18'), hex('#e6c77f')]
  const brocade: Material = {
    paint(sample) {
      const [gx, gy] = [sample.u * 22, sample.y * 4.6]
      const row = Math.floor(gy)
      const shift = row % 2 ? 0.5 : 0
      const column = Math.floor(gx + shift)
      const [x, y] = [gx + shift - column - 0.5, gy - row - 0.5]
      const lean = (row + column) % 2 ? 0.75 : -0.75
      const [c, s] = [Math.cos(lean), Math.sin(lean)]
      const on = leaf(x * c - y * s, x * s + y * c)
      const scroll = Math.abs(Math.hypot(x, y) - 0.47) < 0.025 ? 0.8 : 0
      const thread = noise(sample.x * 160, sample.y * 40, sample.z * 160)
      setColour(sample, mixVec(mixVec(honey, old, 0.35), light, Math.max(on, scroll)), 1 + 0.08 * thread)
      sample.slopeU = 0.16 * Math.cos(sample.u * 1500) * (1 - on)
      sample.slopeV = 0.1 * Math.cos(sample.y * 260) * on
      sample.metal = 0.35 + 0.3 * on
      sample.rough = 0.44
      sample.sheen = 0.15 * smoothstep(0, 1, on)
    },
  }
  return [
    ...backZip(cut, 1.02).map(mesh => part(mesh, brocade)),
    part(dressBody(cut, true, 560, 420), brocade),
    ...armholeBindings(cut, 0.014).map(mesh => part(mesh, brocade)),
    part(binding(cut, cut.neck, 0.014), brocade),
  ]
}

const stage: Stage = { wall: '#ece5da', table: '#d6c8b4', stand: 'iron', turned: 24, pitch: 5 }

export const ravennaSheaths = {
  'ravenna-brocade-sheath': () => onDressForm(ravennaParts(), stage),
  'ravenna-brocade-sheath-back': () => onDressForm(ravennaParts(), { ...stage, turned: 168 }),
  'ravenna-brocade-sheath-brocade': () => closeUp(ravennaParts(), { ...stage, turned: -10 }, [0, 3.7, 0], 1.8),
}
