import { cloud } from '../geometry/noise.ts'
import { hex, mixVec, smooth, type Vec } from '../geometry/vec.ts'
import type { Material, Paint } from '../scene/part.ts'
import { dye } from './fabrics.ts'

/** A smooth coloured body: lacquer, ceramic, plastic, wax. */
export function body(
  colour: string,
  answers: { rough?: number; coat?: number; glow?: number; over?: Paint } = {},
): Material {
  const base = hex(colour)
  return {
    paint(spot) {
      dye(spot, base)
      spot.rough = answers.rough ?? 0.5
      spot.coat = answers.coat ?? 0
      spot.glow = answers.glow ?? 0
      answers.over?.(spot)
    },
  }
}

/** Pearl: soft, deep, faintly rosy at one side and green at the other. */
export function pearl(colour = '#d9cab8'): Material {
  const base = hex(colour)
  const rose: Vec = [base[0] * 1.02, base[1] * 0.9, base[2] * 0.9]
  return {
    paint(spot) {
      dye(spot, mixVec(base, rose, smooth(0.2, 0.8, spot.v) * 0.6))
      spot.rough = 0.3
      spot.metal = 0.25
      spot.coat = 0.8
      spot.sheen = 0.4
      spot.glow = 0.2
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
    paint(spot) {
      const layer = cloud(spot.x * size * 0.6, spot.y * size * 2.6, spot.z * size * 0.6, 4)
      dye(
        spot,
        mixVec(base, vein, smooth(-0.1, 0.6, layer)),
        1 + 0.04 * cloud(spot.x * 30, spot.y * 30, spot.z * 30, 2),
      )
      spot.rough = rough
      spot.coat = coat
    },
  }
}

/** A cut stone. */
export const gem = (colour: string): Material => ({ gem: true, paint: spot => dye(spot, hex(colour)) })

/** Clear or tinted glass. `depth` is the thickness that takes the full tint. */
export const glass = (tint: string, { depth = 0.6, bend = 0.25, frost = 0 } = {}): Material => ({
  glass: { tint: hex(tint), depth, bend, frost },
  paint: spot => dye(spot, hex(tint)),
})
