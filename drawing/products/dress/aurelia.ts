import { around, binding, type Cut, clothAt, dressBody, folds, frontness, strap } from '#kit/garments/garment.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hump, smoothstep } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, onHanger, type Stage } from './on-dress-form.ts'

/** The slip alone. */
export function aureliaParts(): Part[] {
  const ripple = folds(7, 2.3, 0.6, 0.055, 3)
  const cut: Cut = {
    neck: a =>
      3.78 +
      0.14 * hump(0.12, 0.07, around(a)) -
      0.22 * hump(0, 0.1, around(a)) -
      0.3 * smoothstep(0.3, 0.5, around(a)),
    hem: a => 0.72 + 0.05 * frontness(a + 0.1),
    skirt: [
      [0.6, 0.72, 0.56],
      [1.3, 0.63, 0.47],
      [1.9, 0.625, 0.45],
      [2.25, 0.625, 0.44],
      [2.88, 0.455, 0.33],
    ],
    ease: 0.03,
    flow(a, y) {
      const x = Math.sin(a * 2 * Math.PI)
      const chest = smoothstep(2.9, 3.5, y) * hump(0, 0.62, Math.abs(x)) * (frontness(a) > 0 ? 1 : 0)
      const swag = Math.sin((y - 0.55 * x * x) * 26) * 0.028 * chest
      const bias = 0.012 * noise(x * 2.4 + y * 1.3, y * 1.9 - x * 2.2, 4) * smoothstep(3.4, 2.6, y)
      return swag + bias + ripple(a, y)
    },
  }
  const at = clothAt(cut)
  const silk = satin({ colour: '#c2a063', creases: 0.03, crease: 1.3 })
  const tie = (angle: number) => strap(at(angle, cut.neck(angle)), at(0.5 - angle * 0.6, cut.neck(0.5 - angle * 0.6)))
  const mirror = (angle: number) =>
    strap(at(1 - angle, cut.neck(1 - angle)), at(0.5 + angle * 0.6, cut.neck(0.5 + angle * 0.6)))
  return [
    part(dressBody(cut), silk),
    part(binding(cut, cut.neck, 0.011), silk),
    part(tie(0.12), silk),
    part(mirror(0.12), silk),
  ]
}

const stage: Stage = { wall: '#efe7dc', table: '#dfd0bf', stand: 'wood', turned: 16, height: 5.6 }

export const aureliaSlips = {
  'aurelia-silk-slip': () => onDressForm(aureliaParts(), stage),
  'aurelia-silk-slip-back': () => onDressForm(aureliaParts(), { ...stage, turned: 192 }),
  'aurelia-silk-slip-neckline': () => closeUp(aureliaParts(), { ...stage, turned: -14 }, [0, 3.55, 0], 1.95),
  'aurelia-silk-slip-hanger': () => onHanger(aureliaParts(), { wall: stage.wall, table: stage.table, turned: 14 }),
}
