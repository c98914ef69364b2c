import { type Mesh, surface } from '../geometry/mesh.ts'
import { lathe, rounded } from '../geometry/solids.ts'
import { curve, turn, type Vec } from '../geometry/vec.ts'
import { woven } from '../materials/fabrics.ts'
import { plainMaterial } from '../materials/materials.ts'
import { metal } from '../materials/metals.ts'
import { type Part, part } from '../scene/part.ts'

/** Heights of the dress form, in units of about 30 cm. */
export const heights = { neck: 4.62, shoulder: 4.38, underarm: 3.78, bust: 3.6, waist: 2.88, hip: 2.2, knee: 1.25 }

const halfWidth = curve([
  [2, 0.585],
  [heights.hip, 0.6],
  [2.55, 0.52],
  [heights.waist, 0.425],
  [3.2, 0.465],
  [heights.bust, 0.545],
  [3.95, 0.575],
  [4.2, 0.6],
  [heights.shoulder - 0.05, 0.5],
  [4.45, 0.3],
  [4.55, 0.2],
  [heights.neck, 0.185],
  [4.9, 0.18],
])
const halfDepth = curve([
  [2, 0.4],
  [heights.hip, 0.41],
  [2.55, 0.36],
  [heights.waist, 0.3],
  [3.2, 0.34],
  [heights.bust, 0.4],
  [3.95, 0.33],
  [4.2, 0.22],
  [heights.shoulder, 0.17],
  [4.5, 0.17],
  [heights.neck, 0.165],
  [4.9, 0.16],
])
const forward = curve([
  [2.2, 0],
  [2.9, 0.02],
  [heights.bust, 0.07],
  [4.1, 0.03],
  [4.4, -0.02],
  [4.7, -0.03],
])

/** Half the width and half the depth of the body at a height. */
export const girth = (y: number): [number, number] => [halfWidth(y), halfDepth(y)]

/** A place on the body: `angle` in turns, 0 in front, 0.25 at its left side (our right); `ease` stands off from it. */
export function bodyAt(angle: number, y: number, ease = 0): Vec {
  const a = angle * 2 * Math.PI
  const [s, c] = [Math.sin(a), Math.cos(a)]
  const side = Math.exp(-(((Math.abs(s) - 0.48) / 0.3) ** 2))
  const bust = c > 0 ? 0.075 * Math.exp(-(((y - heights.bust) / 0.2) ** 2)) * side : 0
  return [s * (halfWidth(y) + ease), y, c * (halfDepth(y) + ease) + forward(y) + bust]
}

/** The linen-covered body, which bare shoulders and low necks show. */
export function bust(colour = '#d9cdbd'): Part {
  const skin: Mesh = surface(120, 120, (u, v) => bodyAt(u, 2 + v * (4.86 - 2), -0.02), { closed: true })
  const seams = woven({
    colour,
    threads: 70,
    creases: 0,
    over(sample) {
      const side = Math.abs(Math.sin(sample.u * turn)) * halfWidth(sample.y) < 0.008 ? 0.82 : 1
      sample.r *= side
      sample.g *= side
      sample.b *= side
    },
  })
  return part(skin, seams)
}

/** A linen-covered dress form on a brass stand. */
export function dressForm(colour?: string): Part[] {
  const wood = plainMaterial('#5b4032', { rough: 0.4, coat: 0.5 })
  const cap = lathe(
    rounded(
      [
        [0.0001, 4.84],
        [0.2, 4.84],
        [0.2, 4.9],
        [0.13, 4.95],
        [0.05, 4.98],
        [0.05, 5.04],
        [0.0001, 5.06],
      ],
      0.03,
    ),
  )
  const pole = lathe([
    [0.035, 0.05],
    [0.035, 2.1],
  ])
  const foot = lathe(
    rounded(
      [
        [0.55, 0],
        [0.55, 0.05],
        [0.5, 0.07],
        [0.07, 0.1],
        [0.045, 0.2],
      ],
      0.03,
    ),
  )
  return [
    bust(colour),
    part(cap, wood),
    part(pole, metal({ colour: '#c9a468', rough: 0.22 })),
    part(foot, metal({ colour: '#c9a468', rough: 0.3 })),
  ]
}
