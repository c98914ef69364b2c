import { fractalNoise } from '../geometry/noise.ts'
import { hex, mixVec, smoothstep, type Vec } from '../geometry/vec.ts'
import type { Material, Paint } from '../scene/part.ts'
import { setColour } from './set-colour.ts'

/** A smooth coloured body: lacquer, ceramic, plastic, wax. */
export function plainMaterial(
  colour: string,
  answers: { rough?: number; coat?: number; glow?: number; over?: Paint } = {},
): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      setColour(sample, base)
      sample.rough = answers.rough ?? 0.5
      sample.coat = answers.coat ?? 0
      sample.glow = answers.glow ?? 0
      answers.over?.(sample)
    },
  }
}

/** Pearl: soft, deep, faintly rosy at one side and green at the other. */
export function pearl(colour = '#d9cab8'): Material {
  const base = hex(colour)
  const rose: Vec = [base[0] * 1.02, base[1] * 0.9, base[2] * 0.9]
  return {
    paint(sample) {
      setColour(sample, mixVec(base, rose, smoothstep(0.2, 0.8, sample.v) * 0.6))
      sample.rough = 0.3
      sample.metal = 0.25
      sample.coat = 0.8
      sample.sheen = 0.4
      sample.glow = 0.2
    },
  }
}

/** Stone with slow clouds of a second colour. */
export function stone(
  colour: string,
  veins: string,
  answers: { size?: number; rough?: number; coat?: number } = {},
): Material {
  const [base, vein] = [hex(colour), hex(veins)]
  const { size = 1.6, rough = 0.7, coat = 0 } = answers
  return {
    paint(sample) {
      const layer = fractalNoise(sample.x * size * 0.6, sample.y * size * 2.6, sample.z * size * 0.6, 4)
      setColour(
        sample,
        mixVec(base, vein, smoothstep(-0.1, 0.6, layer)),
        1 + 0.04 * fractalNoise(sample.x * 30, sample.y * 30, sample.z * 30, 2),
      )
      sample.rough = rough
      sample.coat = coat
    },
  }
}

/** A cut stone. */
export const gem = (colour: string): Material => ({ gem: true, paint: sample => setColour(sample, hex(colour)) })

/** Clear or tinted glass. `depth` is the thickness that takes the full tint. */
export const glass = (tint: string, { depth = 0.6, bend = 0.25, frost = 0 } = {}): Material => ({
  glass: { tint: hex(tint), depth, bend, frost },
  paint: sample => setColour(sample, hex(tint)),
})
