import { cloud, noise } from '../geometry/noise.ts'
import { hex, type Vec } from '../geometry/vec.ts'
import type { Material, Paint, Spot } from '../scene/part.ts'

export function dye(spot: Spot, [r, g, b]: Vec, k = 1): void {
  spot.r = r * k
  spot.g = g * k
  spot.b = b * k
}

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

// Slow waves that no cloth is without. They run down the cloth more than across.
function creased(spot: Spot, depth: number, size: number): void {
  if (!depth) return
  const wave = (x: number, y: number) => cloud(x * size, y * size * 0.45, spot.z * size * 0.7, 3)
  const e = 0.02 / size
  const here = wave(spot.x, spot.y)
  spot.slopeU += ((wave(spot.x + e, spot.y) - here) / e) * depth
  spot.slopeV += ((wave(spot.x, spot.y + e) - here) / e) * depth
}

/** Plain weave: poplin, crêpe, linen. */
export function woven({ colour, threads = 90, creases = 0.012, crease = 2.2, over }: Cloth): Material {
  const base = hex(colour)
  return {
    paint(spot) {
      const thread =
        noise(spot.x * threads, spot.y * threads * 0.22, spot.z * threads) +
        noise(spot.x * threads * 0.22, spot.y * threads, spot.z * threads)
      dye(spot, base, 1 + 0.09 * thread)
      spot.rough = 0.82
      spot.sheen = 0.12
      creased(spot, creases, crease)
      over?.(spot)
    },
  }
}

/** Silk satin: bright, liquid, with long lights. */
export function satin({ colour, creases = 0.03, crease = 1.6, over }: Cloth): Material {
  const base = hex(colour)
  return {
    paint(spot) {
      const thread = noise(spot.x * 140, spot.y * 20, spot.z * 140)
      dye(spot, base, 1 + 0.03 * thread)
      spot.rough = 0.4
      spot.metal = 0.24
      spot.sheen = 0.1
      creased(spot, creases, crease)
      over?.(spot)
    },
  }
}

/** Velvet: dark where it faces us, pale at its edges. */
export function velvet({ colour, creases = 0.03, crease = 1.5, over }: Cloth): Material {
  const base = hex(colour)
  return {
    paint(spot) {
      const nap = cloud(spot.x * 9, spot.y * 5, spot.z * 9, 3) + 0.5 * noise(spot.x * 120, spot.y * 90, spot.z * 120)
      dye(spot, base, 1 + 0.14 * nap)
      spot.rough = 0.9
      spot.sheen = 0.85
      creased(spot, creases, crease)
      over?.(spot)
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
    paint(spot) {
      const pebble = (x: number, y: number) => cloud(x * grain, y * grain, spot.z * grain, 2)
      const here = pebble(spot.x, spot.y)
      const e = 0.3 / grain
      dye(spot, base, 1 + (shine ? 0.06 : 0.16) * here)
      spot.slopeU = (pebble(spot.x + e, spot.y) - here) * (shine ? 0.075 : 0.05)
      spot.slopeV = (pebble(spot.x, spot.y + e) - here) * (shine ? 0.075 : 0.05)
      spot.rough = shine ? 0.5 - 0.25 * shine : 0.95
      spot.sheen = shine ? 0.05 : 0.5
      spot.coat = shine * 0.35
      over?.(spot)
    },
  }
}
