import { binding, type Cut, dressBody, folds, sleeve } from '#kit/garments/garment.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hex, hump, mix, mixVec, smoothstep, turn } from '#kit/geometry/vec.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, type Part, part } from '#kit/scene/part.ts'
import { onDressForm, type Stage } from './on-dress-form.ts'

// How much black thread lies at a place of the lace, 0..1: roses in offset rows, leaves between them, net everywhere.
function lace(x: number, y: number): number {
  const row = Math.floor(y)
  const column = Math.floor(x + (row % 2) / 2)
  const [dx, dy] = [x + (row % 2) / 2 - column - 0.5, y - row - 0.5]
  const [r, a] = [Math.hypot(dx, dy), Math.atan2(dy, dx)]
  const petal = (count: number, size: number, angle: number) => size * (1 + 0.16 * Math.cos(a * count + angle))
  const rings = [petal(5, 0.38, row), petal(5, 0.25, row + 2.5), petal(4, 0.12, column)]
  const outline = rings.some(ring => Math.abs(r - ring) < 0.03)
  const filled = r < rings[0]! && (r < rings[2]! || Math.cos(a * 24 + r * 30) > -0.15)
  const [lx, ly] = [Math.abs(Math.abs(dx) - 0.43), Math.abs(dy) - 0.34]
  const leaves = lx * 2.2 + Math.abs(ly) < 0.13
  if (outline || leaves) return 1
  if (filled) return 0.93
  const net = Math.min(Math.abs(((x * 9 + y * 9) % 1) - 0.5), Math.abs(((x * 9 - y * 9 + 90) % 1) - 0.5)) < 0.11
  return net ? 0.96 : 0.5
}

/** The lace dress alone. */
export function brugesParts(): Part[] {
  const skirtFolds = folds(8, 2.6, 0.7, 0.05, 9)
  const scallops = (a: number, count: number) => Math.abs(Math.sin(a * count * Math.PI))
  const cut: Cut = {
    neck: a => 4.62 + 0.035 * scallops(a, 26),
    hem: a => 0.74 - 0.07 * scallops(a, 30),
    skirt: [
      [0.6, 0.9, 0.72],
      [1.4, 0.76, 0.57],
      [2.2, 0.645, 0.45],
      [2.88, 0.44, 0.315],
    ],
    ease: 0.025,
    flow: (a, y) => skirtFolds(a, y) + 0.008 * noise(Math.sin(a * turn) * 2, y * 2, 1),
  }
  const [black, skin] = [hex('#100e10'), hex('#6d5548')]
  const corded = (across: number, down: number, ground = skin): Material => ({
    paint(sample) {
      const k = lace(sample.u * across, sample.v * down)
      setColour(sample, mixVec(ground, black, k), 1 + 0.12 * noise(sample.x * 90, sample.y * 90, sample.z * 90))
      sample.slopeU = k === 1 ? 0.3 * Math.sin(sample.u * across * 40) : 0
      sample.rough = 0.85
      sample.sheen = 0.12
    },
  })
  const sheer = (t: number) => mix(0.19, 0.115, smoothstep(0, 0.8, t))
  const cuff = (t: number) => sheer(t) + 0.012 * hump(1, 0.03, t)
  const sash: Material = {
    paint(sample) {
      setColour(sample, black)
      sample.rough = 0.5
      sample.metal = 0.1
    },
  }
  return [
    part(dressBody(cut, false, 620, 440), corded(14, 15)),
    ...([1, -1] as const).map(side => part(sleeve(side, 1, cuff, 0.015), corded(4, 10, hex('#8d7b6d')))),
    ...[0.03, 0, -0.03].map(dy =>
      part(
        binding({ ...cut, ease: 0.03 }, () => 2.88 + dy, 0.02),
        sash,
      ),
    ),
  ]
}

const stage: Stage = { wall: '#e8e2da', table: '#d0c5b9', turned: -12 }

export const brugesDresses = {
  'bruges-lace-dress': () => onDressForm(brugesParts(), stage),
}
