import type { Vec } from '../geometry/vec.ts'
import type { SurfaceSample } from '../scene/part.ts'

/** Sets the colour of a sample to `k` times the given one. */
export function setColour(sample: SurfaceSample, [r, g, b]: Vec, k = 1): void {
  sample.r = r * k
  sample.g = g * k
  sample.b = b * k
}
