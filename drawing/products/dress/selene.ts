import { binding, type Cut, dressBody, folds, frontness } from '#kit/garments/garment.ts'
import { smoothstep, turn } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { onDressForm, type Stage } from './on-dress-form.ts'

/** The gown alone. */
export function seleneParts(): Part[] {
  const skirtFolds = folds(8, 2.5, 0.2, 0.085, 31)
  const cut: Cut = {
    // Up over our left shoulder, down under the right arm.
    neck: a => 3.74 + 0.72 * smoothstep(0.45, 0.98, 0.5 - 0.5 * Math.sin(a * turn)),
    hem: a => 0.03 + 0.02 * frontness(a),
    skirt: [
      [0, 1.02, 0.86],
      [0.6, 0.83, 0.66],
      [1.4, 0.69, 0.51],
      [2.2, 0.635, 0.45],
      [2.88, 0.44, 0.315],
    ],
    ease: 0.03,
    flow(a, y) {
      const x = Math.sin(a * turn)
      // Folds run from the gathered shoulder across to the opposite hip.
      const across = (x + 1) * 0.55 + (4.4 - y) * 0.3
      const fan = Math.sin((across / (0.35 + 0.55 * (4.5 - y))) * 44)
      const drape = fan * 0.019 * smoothstep(2.35, 3, y) * (frontness(a) > 0 ? 1 : 0.4)
      return drape + skirtFolds(a - 0.05 * (2 - y), y) * smoothstep(2.6, 1.8, y)
    },
  }
  const silk = satin({ colour: '#a9adb3', creases: 0.02, crease: 1.3 })
  return [part(dressBody(cut, false, 560, 400), silk), part(binding(cut, cut.neck, 0.014), silk)]
}

const stage: Stage = { wall: '#e4e4e6', table: '#cbc9ca', turned: -8 }

export const seleneGowns = {
  'selene-one-shoulder-gown': () => onDressForm(seleneParts(), stage),
}
