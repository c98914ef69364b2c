import { bodyAt } from '#kit/garments/dress-form.ts'
import { around, type Cut, dressBody, setInSleeve } from '#kit/garments/garment.ts'
import { button, foldedCollar, patch } from '#kit/garments/tailoring.ts'
import { noise } from '#kit/geometry/noise.ts'
import { curve, hump, mix, smoothstep } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The blazer dress alone. */
export function breraParts(): Part[] {
  const cut: Cut = {
    neck: a => 4.54 - 1.34 * hump(0, 0.1, around(a)) ** 1.1,
    hem: () => 1.42,
    skirt: [
      [1.4, 0.72, 0.53],
      [2.2, 0.68, 0.49],
      [2.6, 0.57, 0.41],
      [2.88, 0.49, 0.36],
    ],
    ease: 0.07,
    flow: (a, y) => 0.014 * noise(Math.sin(a * 6.28) * 2.4, y * 2, 9) * smoothstep(3.6, 2.4, y),
  }
  const flannel = woven({ colour: '#a5805a', threads: 150, creases: 0.012 })
  const facing = woven({ colour: '#ad8861', threads: 150, creases: 0.006 })
  const horn = plainMaterial('#3d2a1e', { rough: 0.3, coat: 0.7 })
  // How wide the lapel is from the neck down to the button, with the notch under its peak.
  const width = curve([
    [0, 0.05],
    [0.24, 0.058],
    [0.27, 0.05],
    [0.3, 0.096],
    [0.36, 0.09],
    [0.7, 0.055],
    [1, 0.004],
  ])
  const lapel = (side: 1 | -1) =>
    patch(
      cut,
      (u, v) => {
        const y = mix(4.5, 3.08, v)
        const peak = 0.09 * smoothstep(0, 1, u) * hump(0.31, 0.07, v)
        const inner = 0.088 * ((4.54 - y) / 1.34 < 1 ? 1 - ((4.54 - y) / 1.34) ** 0.8 : 0)
        return [side * (inner + width(v) * u) + 0.014 * v * -1, y + peak]
      },
      0.03,
      [40, 220],
    )
  const front = patch(cut, (u, v) => [mix(-0.062, 0.03, u), mix(3.2 - 0.1 * u, 1.42, v)], 0.018, [60, 160])
  const backSeam = patch(cut, (u, v) => [0.5 + mix(-0.0016, 0.0016, u), mix(4.36, 1.42, v)], 0.005, [4, 200])
  const vent = patch(cut, (u, v) => [0.5 + mix(-0.004, 0.03, u), mix(2.02, 1.41, v)], 0.016, [30, 60])
  const flap = (side: 1 | -1) =>
    patch(cut, (u, v) => [side * mix(0.085, 0.19, u), mix(2.4, 2.24, v) - 0.02 * u], 0.02, [40, 20])
  const wrist = (t: number) => mix(0.215, 0.135, smoothstep(0, 0.9, t))
  const collar = foldedCollar(bodyAt, {
    fold: 4.64,
    edge: away => mix(4.36, 4.46, smoothstep(0, 0.2, away)),
    gap: 0.06,
    ease: 0.06,
  })
  return [
    part(dressBody(cut), flannel),
    part(front, flannel),
    part(backSeam, facing),
    part(vent, flannel),
    part(collar, facing),
    ...([1, -1] as const).flatMap(side => [
      part(lapel(side), facing),
      part(flap(side), facing),
      part(setInSleeve(side, 1, wrist, { crumple: 0.014 }), flannel),
    ]),
    ...[3.0, 2.72, 2.44].flatMap(y => [-0.042, 0.042].map(angle => part(button(cut, angle, y, 0.048), horn))),
  ]
}

const stage: Stage = {
  wall: '#ebe6df',
  table: '#d5cabd',
  stand: 'legs',
  turned: 26,
  height: 5.5,
  target: [0, 2.5, 0],
  pitch: 4,
}

export const breraDresses = {
  'brera-blazer-dress': () => onDressForm(breraParts(), stage),
  'brera-blazer-dress-back': () => onDressForm(breraParts(), { ...stage, turned: 198 }),
  'brera-blazer-dress-lapels': () => closeUp(breraParts(), { ...stage, turned: -10 }, [0, 3.45, 0], 2.2),
}
