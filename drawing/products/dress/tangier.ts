import { around, binding, type Cut, dressBody, folds, sleeve } from '#kit/garments/garment.ts'
import { patch } from '#kit/garments/tailoring.ts'
import { hex, hump, mix, smoothstep, turn } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { metal } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, type Stage } from './on-dress-form.ts'

/** The kaftan alone. */
export function tangierParts(): Part[] {
  const wide = folds(6, 3.6, 0.4, 0.1, 44)
  const cut: Cut = {
    neck: a => 4.53 - 0.62 * hump(0, 0.05, around(a)),
    hem: () => 0.12,
    skirt: [
      [0, 1.2, 0.9],
      [0.8, 1.06, 0.78],
      [1.6, 0.92, 0.66],
      [2.4, 0.8, 0.55],
      [3, 0.7, 0.47],
    ],
    ease: 0.11,
    flow: (a, y) => wide(a, y) * (1 - 0.6 * hump(0, 0.06, around(a))),
  }
  const silk = satin({ colour: '#2f7d62', creases: 0.035, crease: 1.8 })
  // Gold braid: knots on two cords.
  const braid = (across: number, along: number): Material => ({
    paint(sample) {
      const [x, y] = [(sample.u - 0.5) * 2, sample.v * along]
      const wave = Math.cos(y * turn)
      const cord = Math.max(hump(0.45 * wave, 0.3, x), hump(-0.45 * wave, 0.3, x), hump(across, 0.14, Math.abs(x)))
      setColour(sample, hex('#c79a45'), 0.35 + 0.75 * cord)
      sample.slopeU = 0.5 * Math.sin(sample.u * 30)
      sample.slopeV = 0.35 * Math.sin(y * turn * 2)
      sample.metal = 0.75
      sample.rough = 0.38
    },
  })
  const edge = (a: number) => cut.neck((a + 1) % 1)
  const yoke = (side: 1 | -1) =>
    patch(
      cut,
      (u, v) => {
        const a = mix(0.002, 0.3, v ** 1.4)
        return [side * (a + 0.028 * u * smoothstep(0.5, 0, v)), edge(side * a) - mix(0.01, 0.13, u)]
      },
      0.016,
      [30, 200],
    )
  const front = patch(cut, (u, v) => [mix(-0.019, 0.019, u), mix(3.9, 0.13, v)], 0.018, [20, 420])
  const bell = (t: number) => mix(0.24, 0.42, smoothstep(0.1, 1, t))
  const cuff = (side: 1 | -1) => sleeve(side, 0.8, t => bell(t) + 0.006, 0.02)
  const trimmed: Material = {
    paint(sample) {
      silk.paint(sample)
      if (sample.v < 0.9) return
      sample.u *= 40
      const knots = Math.cos(sample.u * turn) * Math.cos((sample.v - 0.95) * 60)
      setColour(sample, hex('#c79a45'), 0.75 + 0.35 * knots)
      sample.slopeU = 0.4 * Math.sin(sample.u * turn)
      sample.metal = 0.75
      sample.rough = 0.38
    },
  }
  return [
    part(dressBody(cut), silk),
    part(binding(cut, cut.neck, 0.018), metal({ colour: '#d7ad5c', rough: 0.3 })),
    ...([1, -1] as const).flatMap(side => [part(cuff(side), trimmed), part(yoke(side), braid(0.85, 11))]),
    part(front, braid(0.85, 42)),
  ]
}

const stage: Stage = { wall: '#ece6d9', table: '#d9cbb4', stand: 'iron', turned: -28, pitch: 4 }

export const tangierKaftans = {
  'tangier-silk-kaftan': () => onDressForm(tangierParts(), stage),
  'tangier-silk-kaftan-braid': () => closeUp(tangierParts(), { ...stage, turned: 8 }, [0, 3.75, 0], 2.2),
  'tangier-silk-kaftan-back': () => onDressForm(tangierParts(), { ...stage, turned: 172 }),
}
