import { fractalNoise, noise } from '../geometry/noise.ts'
import { hex } from '../geometry/vec.ts'
import type { Material, Paint, SurfaceSample } from '../scene/part.ts'
import { setColour } from './set-colour.ts'

interface Cloth {
  colour: string
  /** Threads per unit of length. */
  threads?: number
  /** Soft creases: their depth, and how many per unit. */
  creases?: number
  crease?: number
  /** Painted over the plain cloth: prints, seams, stitches. */
  over?: Paint
}

// Adds slow waves, which run down the cloth more than across it.
function creased(sample: SurfaceSample, depth: number, size: number): void {
  if (!depth) return
  const wave = (x: number, y: number) => fractalNoise(x * size, y * size * 0.45, sample.z * size * 0.7, 3)
  const e = 0.02 / size
  const here = wave(sample.x, sample.y)
  sample.slopeU += ((wave(sample.x + e, sample.y) - here) / e) * depth
  sample.slopeV += ((wave(sample.x, sample.y + e) - here) / e) * depth
}

/** Plain weave: poplin, crêpe, linen. */
export function woven({ colour, threads = 90, creases = 0.012, crease = 2.2, over }: Cloth): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      const thread =
        noise(sample.x * threads, sample.y * threads * 0.22, sample.z * threads) +
        noise(sample.x * threads * 0.22, sample.y * threads, sample.z * threads)
      setColour(sample, base, 1 + 0.09 * thread)
      sample.rough = 0.82
      sample.sheen = 0.12
      creased(sample, creases, crease)
      over?.(sample)
    },
  }
}

/** Silk satin: bright, liquid, with long lights. */
export function satin({ colour, creases = 0.03, crease = 1.6, over }: Cloth): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      const thread = noise(sample.x * 140, sample.y * 20, sample.z * 140)
      setColour(sample, base, 1 + 0.03 * thread)
      sample.rough = 0.4
      sample.metal = 0.24
      sample.sheen = 0.1
      creased(sample, creases, crease)
      over?.(sample)
    },
  }
}

/** Velvet: dark where it faces us, pale at its edges. */
export function velvet({ colour, creases = 0.03, crease = 1.5, over }: Cloth): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      const nap =
        fractalNoise(sample.x * 9, sample.y * 5, sample.z * 9, 3) +
        0.5 * noise(sample.x * 120, sample.y * 90, sample.z * 120)
      setColour(sample, base, 1 + 0.14 * nap)
      sample.rough = 0.9
      sample.sheen = 0.85
      creased(sample, creases, crease)
      over?.(sample)
    },
  }
}

/** Leather with a fine pebble grain; `shine` 0 is suede. */
export function leather({
  colour,
  shine = 0.5,
  grain = 60,
  over,
}: Cloth & { shine?: number; grain?: number }): Material {
  const base = hex(colour)
  return {
    paint(sample) {
      const pebble = (x: number, y: number) => fractalNoise(x * grain, y * grain, sample.z * grain, 2)
      const here = pebble(sample.x, sample.y)
      const e = 0.3 / grain
      setColour(sample, base, 1 + (shine ? 0.06 : 0.16) * here)
      sample.slopeU = (pebble(sample.x + e, sample.y) - here) * (shine ? 0.075 : 0.05)
      sample.slopeV = (pebble(sample.x, sample.y + e) - here) * (shine ? 0.075 : 0.05)
      sample.rough = shine ? 0.5 - 0.25 * shine : 0.95
      sample.sheen = shine ? 0.05 : 0.5
      sample.coat = shine * 0.35
      over?.(sample)
    },
  }
}
