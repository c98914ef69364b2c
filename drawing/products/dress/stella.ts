import { around, binding, type Cut, dressBody, sleeve } from '#kit/garments/garment.ts'
import { backZip } from '#kit/garments/tailoring.ts'
import { hash, noise } from '#kit/geometry/noise.ts'
import { hex, hump, mix, smoothstep } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The shift alone. */
export function stellaParts(): Part[] {
  const cut: Cut = {
    neck: a => 4.5 - 0.12 * hump(0, 0.17, around(a)),
    hem: () => 1.42,
    skirt: [
      [1.3, 0.74, 0.52],
      [2.2, 0.665, 0.46],
      [2.88, 0.56, 0.4],
    ],
    ease: 0.075,
    flow: (a, y) => 0.02 * noise(Math.sin(a * 6.28) * 2, y * 1.2, 6) * smoothstep(3.4, 2.2, y),
  }
  const sequin = (across: number, down: number): Material => ({
    paint(sample) {
      const row = Math.floor(sample.v * down)
      const column = Math.floor(sample.u * across + (row % 2) / 2)
      const [fx, fy] = [sample.u * across + (row % 2) / 2 - column - 0.5, sample.v * down - row - 0.5]
      const disc = smoothstep(0.56, 0.46, Math.hypot(fx, fy * 0.9))
      const light = 0.72 + 0.42 * hash(column, row, 4)
      setColour(sample, hex('#b9bcc0'), mix(0.35, light, disc))
      sample.slopeU = (hash(column, row, 1) - 0.5) * 0.62 + fx * 0.3
      sample.slopeV = (hash(column, row, 2) - 0.5) * 0.62 + fy * 0.5
      sample.metal = 0.85 * disc
      sample.rough = mix(0.9, 0.24, disc)
    },
  })
  const lining = satin({ colour: '#8f9094' })
  const elbow = (t: number) => mix(0.21, 0.2, t)
  return [
    ...backZip(cut, 2.6).map(mesh => part(mesh, lining)),
    part(dressBody(cut), sequin(118, 92)),
    ...([1, -1] as const).map(side => part(sleeve(side, 0.5, elbow, 0.01), sequin(38, 34))),
    part(binding(cut, cut.neck, 0.022), lining),
  ]
}

const stage: Stage = {
  wall: '#e6e4e2',
  table: '#cfcbc8',
  stand: 'legs',
  turned: 14,
  height: 5.5,
  target: [0, 2.5, 0],
  pitch: 5,
}

export const stellaShifts = {
  'stella-sequin-shift': () => onDressForm(stellaParts(), stage),
  'stella-sequin-shift-back': () => onDressForm(stellaParts(), { ...stage, turned: 190 }),
  'stella-sequin-shift-sequins': () => closeUp(stellaParts(), { ...stage, turned: 8 }, [0.1, 3.5, 0], 1.7),
}
