import { bodyAt, heights } from '#kit/garments/dress-form.ts'
import { around, binding, type Cut, dressBody, folds } from '#kit/garments/garment.ts'
import { button } from '#kit/garments/tailoring.ts'
import { surface } from '#kit/geometry/mesh.ts'
import { hex, hump, mix, mixVec, smoothstep, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, onHanger, type Stage } from './on-dress-form.ts'

/** The sundress alone. */
export function ostuniParts(): Part[] {
  const gathers = folds(34, 99, 98, 1, 6)
  const broad = folds(9, 2.8, 0.9, 0.075, 15)
  const cut: Cut = {
    neck: a => 3.86 - 0.06 * hump(0, 0.05, around(a)) - 0.2 * smoothstep(0.2, 0.4, around(a)),
    hem: () => 0.86,
    skirt: [
      [0.8, 1.2, 0.98],
      [1.5, 1.02, 0.82],
      [2.2, 0.82, 0.62],
      [2.7, 0.58, 0.43],
      [2.88, 0.445, 0.32],
    ],
    ease: 0.03,
    flow: (a, y) => {
      const down = heights.waist - y
      return (
        (down > 0 ? smoothstep(0, 0.06, down) * (1 - 0.75 * smoothstep(0.1, 0.9, down)) * 0.026 * gathers(a, y) : 0) +
        broad(a, y)
      )
    },
  }
  const [red, white] = [hex('#b3202c'), hex('#f3ece2')]
  const gingham = (across: number, down: number, bodice = across) =>
    woven({
      colour: '#b3202c',
      threads: 100,
      creases: 0.02,
      crease: 3,
      over(sample) {
        const count = sample.y > heights.waist ? bodice : across
        const dark = (x: number) => (((x % 1) + 1) % 1 < 0.5 ? 0.5 : 0)
        const k = dark(sample.u * count) + dark(sample.y * down)
        const seam = around(sample.u)
        setColour(sample, mixVec(white, red, k), across > 20 && seam > 0.011 && seam < 0.0125 ? 0.7 : 1)
      },
    })
  const cloth = gingham(50, 9, 26)
  const strapOf = (side: 1 | -1) =>
    surface(24, 120, (u, v): Vec => {
      // From the bodice in front, over the shoulder, down behind.
      const a = mix(0.115, 0.4, smoothstep(0.4, 0.6, v))
      const high = Math.sin(Math.PI * v) ** 0.75
      const y = mix(v < 0.5 ? 3.82 : 3.62, 4.455, high)
      const [x, , z] = bodyAt(a, y, 0.022)
      const across = (u - 0.5) * 0.15
      return [
        side * (mix(x, 0.34, high ** 1.6) + across),
        y - Math.abs(across) * 0.2 + across * -0.3 * high,
        mix(z, -0.02, high ** 6),
      ]
    })
  const wood = plainMaterial('#e9dcc6', { rough: 0.35, coat: 0.4 })
  return [
    part(dressBody(cut), cloth),
    part(binding(cut, cut.neck, 0.016), gingham(26, 9)),
    ...[3.66, 3.4, 3.14, 2.88, 2.56, 2.22, 1.88, 1.54, 1.2].map(y => part(button(cut, 0, y, 0.04), wood)),
    ...([1, -1] as const).map(side => part(strapOf(side), gingham(2.5, 9))),
    part(
      binding({ ...cut, ease: 0.036 }, () => heights.waist, 0.022),
      gingham(26, 9),
    ),
  ]
}

const stage: Stage = { wall: '#efe9df', table: '#dccfbe', turned: 7 }

export const ostuniSundresses = {
  'ostuni-linen-sundress': () => onDressForm(ostuniParts(), stage),
  'ostuni-linen-sundress-back': () => onDressForm(ostuniParts(), { ...stage, turned: 186 }),
  'ostuni-linen-sundress-buttons': () => closeUp(ostuniParts(), { ...stage, turned: -12 }, [0, 3.3, 0], 2),
  'ostuni-linen-sundress-hanger': () => onHanger(ostuniParts(), { wall: stage.wall, table: stage.table, turned: -12 }),
}
