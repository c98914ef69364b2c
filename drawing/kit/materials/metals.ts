import { hash, noise } from '../geometry/noise.ts'
import { hex, hump } from '../geometry/vec.ts'
import type { Material, Paint } from '../scene/part.ts'
import { setColour } from './set-colour.ts'

interface Metal {
  colour: string
  rough?: number
  over?: Paint
}

/** Polished metal. */
export function metal({ colour, rough = 0.12, over }: Metal): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      setColour(sample, base)
      sample.metal = 1
      sample.rough = rough
      over?.(sample)
    },
  }
}

/** Metal brushed along the u direction of its surface. */
export function brushed({ colour, rough = 0.28, over }: Metal): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      const stroke = noise(sample.u * 6, sample.v * 260) + noise(sample.u * 13, sample.v * 610)
      setColour(sample, base, 1 + 0.05 * stroke)
      sample.slopeV = 0.05 * stroke
      sample.metal = 1
      sample.rough = rough
      over?.(sample)
    },
  }
}

/** Metal with the round dents of a hammer, `across` by `down` of them. */
export function hammered({
  colour,
  rough = 0.16,
  across = 30,
  down = 8,
}: Metal & { across?: number; down?: number }): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      setColour(sample, base)
      sample.metal = 1
      sample.rough = rough
      const [x, y] = [sample.u * across, sample.v * down]
      let nearest = 9
      // Each dent slopes away from its own middle.
      for (let i = Math.floor(x) - 1; i <= Math.floor(x) + 1; i++)
        for (let j = Math.floor(y) - 1; j <= Math.floor(y) + 1; j++) {
          const [dx, dy] = [x - i - hash(i, j, 1), y - j - hash(i, j, 2)]
          const far = dx * dx + dy * dy
          if (far >= nearest) continue
          nearest = far
          sample.slopeU = dx * -0.55
          sample.slopeV = dy * -0.55
        }
    },
  }
}

/** A mirror with one soft band of light across it; `at` is where, along x + y. */
export const mirror = (at: number, width = 0.9): Material =>
  metal({
    colour: '#d3d6d8',
    rough: 0.03,
    over(sample) {
      const k = 1 + 0.6 * hump(at, width, sample.x * 0.6 + sample.y)
      sample.r *= k
      sample.g *= k
      sample.b *= k
    },
  })

export const gold = (rough = 0.14) => metal({ colour: '#f1cf8a', rough })
export const brass = (rough = 0.2) => metal({ colour: '#e2bd7c', rough })
export const silver = (rough = 0.12) => metal({ colour: '#f2f1ee', rough })
export const steel = (rough = 0.25) => metal({ colour: '#c9c7c3', rough })
