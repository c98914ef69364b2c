import { heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, dressBody } from '#kit/garments/garment.ts'
import { backZip, flounce } from '#kit/garments/tailoring.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hump, turn } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The mini dress alone. */
export function sevillaParts(): Part[] {
  const cut: Cut = {
    neck: a => 3.98 - 0.07 * hump(0, 0.14, around(a)),
    hem: () => 1.66,
    skirt: [
      [1.6, 0.76, 0.58],
      [2.2, 0.66, 0.48],
      [2.6, 0.54, 0.39],
      [2.88, 0.44, 0.315],
    ],
    ease: 0.03,
    flow: (a, y) => 0.012 * noise(Math.sin(a * turn) * 3, y * 3, 2),
  }
  const taffeta = woven({
    colour: '#b8261a',
    threads: 150,
    creases: 0.035,
    crease: 6,
    over(sample) {
      sample.rough = 0.55
    },
  })
  const tiers = [2.5, 2.12, 1.76].map((y, i) =>
    flounce(cut, a => y + 0.05 * Math.cos(a * turn), {
      drop: 0.5,
      flare: 0.24 + 0.05 * i,
      waves: 15 + 2 * i,
      wave: 0.085,
      seed: i + 1,
    }),
  )
  const shoulders = flounce(cut, cut.neck, { drop: 0.42, flare: 0.17, waves: 17, wave: 0.05, seed: 8 })
  return [
    ...backZip(cut, 2.55).map(mesh => part(mesh, taffeta)),
    part(dressBody(cut), taffeta),
    part(shoulders, taffeta),
    ...tiers.map(mesh => part(mesh, taffeta)),
    part(binding(cut, cut.neck, 0.028), taffeta),
    part(
      binding(cut, () => heights.waist, 0.014),
      taffeta,
    ),
  ]
}

const stage: Stage = { wall: '#f0e6dc', table: '#dfcbbd', stand: 'legs', turned: -22, height: 5.5, target: [0, 2.5, 0] }

export const sevillaMinis = {
  'sevilla-ruffle-mini': () => onDressForm(sevillaParts(), stage),
  'sevilla-ruffle-mini-side': () => onDressForm(sevillaParts(), { ...stage, turned: 118 }),
  'sevilla-ruffle-mini-ruffles': () => closeUp(sevillaParts(), { ...stage, turned: 12 }, [0, 2.05, 0], 1.9),
}
