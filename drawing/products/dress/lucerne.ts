import { heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, dressBody, folds, sleeve } from '#kit/garments/garment.ts'
import { backZip } from '#kit/garments/tailoring.ts'
import { hump, smoothstep } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The tiered dress alone, in a colour of poplin. */
export function lucerneParts(colour = '#1c4733'): Part[] {
  const tiers = [2.86, 2.08, 1.3, 0.5]
  const gathers = folds(46, 99, 98, 1, 2)
  const broad = folds(8, 2.7, 0.5, 0.1, 5)
  const cut: Cut = {
    neck: a => 4.44 - 0.62 * (1 - smoothstep(0.085, 0.1, around(a))) - 0.15 * smoothstep(0.42, 0.46, around(a)),
    hem: () => tiers[3]!,
    skirt: [
      [0.5, 1.3, 1.06],
      [0.9, 1.2, 0.97],
      [1.27, 1.04, 0.82],
      [1.32, 0.96, 0.75],
      [1.7, 0.86, 0.66],
      [2.05, 0.72, 0.53],
      [2.1, 0.665, 0.48],
      [2.5, 0.59, 0.42],
      [2.82, 0.465, 0.335],
      [2.88, 0.445, 0.32],
    ],
    ease: 0.03,
    flow(a, y) {
      const top = tiers.findLast(tier => tier >= y) ?? 9
      const down = Math.max(0, top - y)
      const gathered =
        y < heights.waist ? smoothstep(0, 0.05, down) * (1 - 0.8 * smoothstep(0.08, 0.6, down)) * 0.03 : 0
      return gathered * gathers(a, y) * -1 + broad(a, y)
    },
  }
  const poplin = woven({ colour, creases: 0.02, crease: 3 })
  const puff = (t: number) => 0.12 + 0.2 * hump(0.45, 0.5, t) + 0.02 * smoothstep(0.86, 0.9, t)
  const pleated = (side: 1 | -1) => sleeve(side, 0.34, puff, 0.05)
  return [
    ...backZip(cut, 2.4).map(mesh => part(mesh, poplin)),
    part(dressBody(cut), poplin),
    part(binding(cut, cut.neck, 0.02), poplin),
    ...([1, -1] as const).map(side => part(pleated(side), poplin)),
    part(
      binding(cut, () => heights.waist, 0.022),
      poplin,
    ),
  ]
}

const stage: Stage = { wall: '#ece8df', table: '#d9d3c4', stand: 'iron', turned: -20, pitch: 11 }
const blue = '#27487f'
const blueStage: Stage = { wall: '#e9e6e2', table: '#d0ccc8', stand: 'legs', turned: 26, height: 5.5, pitch: 5 }

export const lucerneDresses = {
  'lucerne-tiered-dress': () => onDressForm(lucerneParts(), stage),
  'lucerne-tiered-dress-back': () => onDressForm(lucerneParts(), { ...stage, turned: 160 }),
  'lucerne-tiered-dress-neckline': () => closeUp(lucerneParts(), { ...stage, turned: 10 }, [0, 3.75, 0], 2.2),
  'lucerne-tiered-dress-blue': () => onDressForm(lucerneParts(blue), blueStage),
  'lucerne-tiered-dress-blue-back': () => onDressForm(lucerneParts(blue), { ...blueStage, turned: 204 }),
  'lucerne-tiered-dress-blue-tiers': () => closeUp(lucerneParts(blue), { ...blueStage, turned: -8 }, [0, 1.6, 0], 2.5),
}
