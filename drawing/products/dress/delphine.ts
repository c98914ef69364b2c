import { heights } from '#kit/garments/dress-form.ts'
import { armholeBindings, around, binding, type Cut, dressBody } from '#kit/garments/garment.ts'
import { backZip } from '#kit/garments/tailoring.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hump, smoothstep } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The pleated dress alone. */
export function delphineParts(): Part[] {
  const count = 76
  const cut: Cut = {
    neck: a => 4.5 - 0.2 * hump(0, 0.16, around(a)),
    hem: () => 0.66,
    skirt: [
      [0.6, 1.12, 0.9],
      [1.4, 0.9, 0.7],
      [2.2, 0.69, 0.5],
      [2.7, 0.5, 0.36],
      [2.88, 0.43, 0.31],
    ],
    ease: 0.03,
    flow(a, y) {
      const saw = Math.abs(((a * count) % 1) * 2 - 1) - 0.5
      const loose = smoothstep(2.85, 0.6, y)
      const yoke = smoothstep(4.16, 4.1, y)
      return (
        saw * (0.016 * yoke + 0.075 * loose) +
        0.05 * loose * noise(Math.sin(a * 6.28) * 2.2, Math.cos(a * 6.28) * 2.2, 5)
      )
    },
  }
  const georgette = woven({ colour: '#1a3890', creases: 0.006 })
  const belt = woven({ colour: '#132a70', creases: 0 })
  return [
    ...backZip(cut, 2.3).map(mesh => part(mesh, belt)),
    part(dressBody(cut, true, 608, 280), georgette),
    ...armholeBindings(cut).map(mesh => part(mesh, belt)),
    part(binding(cut, cut.neck, 0.02), belt),
    ...[0.05, 0.025, 0, -0.025, -0.05].map(dy =>
      part(
        binding({ ...cut, ease: 0.04 }, () => heights.waist + dy, 0.022),
        belt,
      ),
    ),
  ]
}

const stage: Stage = { wall: '#ebe7e2', table: '#d5cec8', stand: 'wood', turned: -8, pitch: 13 }

export const delphineDresses = {
  'delphine-pleated-dress': () => onDressForm(delphineParts(), stage),
  'delphine-pleated-dress-back': () => onDressForm(delphineParts(), { ...stage, turned: 168 }),
  'delphine-pleated-dress-pleats': () => closeUp(delphineParts(), { ...stage, turned: 14 }, [0.1, 2.6, 0], 1.9),
}
