import { heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, dressBody, folds } from '#kit/garments/garment.ts'
import { backZip } from '#kit/garments/tailoring.ts'
import { hump, smoothstep } from '#kit/geometry/vec.ts'
import { velvet } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The gown alone. */
export function operaParts(): Part[] {
  const skirtFolds = folds(11, 2.8, 0.6, 0.1, 8)
  const cut: Cut = {
    neck: a => 3.72 + 0.86 * hump(0, 0.19, around(a)) ** 1.3 - 0.75 * smoothstep(0.3, 0.5, around(a)),
    hem: () => 0.02,
    skirt: [
      [0, 1.35, 1.15],
      [0.5, 1.1, 0.92],
      [1.3, 0.86, 0.68],
      [2.2, 0.66, 0.46],
      [2.88, 0.44, 0.315],
    ],
    flow: (a, y) => skirtFolds(a, y) + 0.3 * smoothstep(1.1, 0, y) * hump(0.3, 0.22, a),
  }
  const pile = velvet({ colour: '#17141a' })
  const bow = binding({ ...cut, ease: -0.012 }, () => 4.6, 0.032)
  const seam = binding({ ...cut, ease: 0.022 }, () => heights.waist + 0.02, 0.012)
  return [
    ...backZip(cut, 2.2).map(mesh => part(mesh, pile)),
    part(dressBody(cut), pile),
    part(bow, pile),
    part(seam, pile),
    part(binding(cut, cut.neck, 0.012), pile),
  ]
}

const stage: Stage = { wall: '#e9e2da', table: '#d3c8bd', stand: 'wood', turned: -34, pitch: 4 }

export const operaGowns = {
  'opera-velvet-gown': () => onDressForm(operaParts(), stage),
  'opera-velvet-gown-back': () => onDressForm(operaParts(), { ...stage, turned: 150 }),
  'opera-velvet-gown-halter': () => closeUp(operaParts(), { ...stage, turned: 16 }, [0, 3.85, 0], 2.3),
}
