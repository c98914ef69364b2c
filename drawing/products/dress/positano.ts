import { bodyAt, heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, dressBody, folds, sleeve } from '#kit/garments/garment.ts'
import { button, foldedCollar, patch } from '#kit/garments/tailoring.ts'
import { hex, hump, mix, smoothstep } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, onHanger, type Stage } from './on-dress-form.ts'

/** The shirt dress alone. */
export function positanoParts(): Part[] {
  const skirtFolds = folds(7, 2.8, 1, 0.04, 21)
  const cut: Cut = {
    neck: a => 4.52 - 0.5 * hump(0, 0.045, around(a)),
    hem: a => 1.12 + 0.26 * hump(0.25, 0.13, around(a)),
    skirt: [
      [1, 0.86, 0.66],
      [1.6, 0.76, 0.56],
      [2.2, 0.67, 0.48],
      [2.7, 0.52, 0.39],
      [2.88, 0.47, 0.35],
    ],
    ease: 0.06,
    flow: (a, y) => skirtFolds(a, y) + 0.014 * Math.cos(a * 210) * hump(heights.waist, 0.3, y),
  }
  const white = hex('#f0ece4')
  // Stripes run up the cloth, `count` of them across it.
  const striped = (count: number) =>
    woven({
      colour: '#2f5a9c',
      threads: 130,
      creases: 0.02,
      over(sample) {
        const f = (sample.u * count + 0.25) % 1
        if (f > 0.5) setColour(sample, white)
      },
    })
  const linen = woven({ colour: '#f0ece4', threads: 130, creases: 0.01 })
  const sash = woven({ colour: '#2f5a9c', threads: 130, creases: 0.01 })
  const shell = plainMaterial('#f4efe6', { rough: 0.25, coat: 0.7 })
  const rolled = (t: number) => mix(0.2, 0.17, t) + 0.03 * smoothstep(0.86, 0.88, t)
  const collar = foldedCollar(bodyAt, {
    fold: 4.62,
    edge: away => mix(4.12, 4.46, smoothstep(0, 0.16, away)),
    gap: 0.045,
    ease: 0.085,
  })
  return [
    part(dressBody(cut), striped(64)),
    part(collar, linen),
    part(binding({ ...cut, ease: 0.07 }, cut.neck, 0.014), linen),
    part(
      patch(cut, (u, v) => [mix(-0.013, 0.013, u), mix(4.03, 1.14, v)], 0.016, [12, 200]),
      striped(2),
    ),
    part(
      patch(cut, (u, v) => [mix(0.062, 0.115, u), mix(3.74, 3.42 - 0.05 * (1 - Math.abs(2 * u - 1)), v)], 0.014),
      striped(4),
    ),
    ...[3.9, 3.6, 3.3, 3.02, 2.66, 2.36, 2.06, 1.76, 1.46].map(y => part(button(cut, 0, y, 0.034), shell)),
    ...[0.05, 0.017, -0.017, -0.05].map(dy =>
      part(
        binding({ ...cut, ease: 0.085 }, () => heights.waist + dy, 0.026),
        sash,
      ),
    ),
    ...([1, -1] as const).map(side => part(sleeve(side, 0.52, rolled, 0.02), striped(18))),
  ]
}

const stage: Stage = { wall: '#ebe7df', table: '#d8cfc2' }

export const positanoDresses = {
  'positano-shirt-dress': () => onHanger(positanoParts(), { ...stage, turned: -12 }),
  'positano-shirt-dress-collar': () => closeUp(positanoParts(), { ...stage, turned: -8 }, [0, 3.95, 0], 1.9),
  'positano-shirt-dress-back': () => onDressForm(positanoParts(), { ...stage, stand: 'wood', turned: 170 }),
}
