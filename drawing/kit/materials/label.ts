import { hex, mixVec } from '../geometry/vec.ts'
import type { Material } from '../scene/part.ts'
import { monogram } from './monogram.ts'
import { setColour } from './set-colour.ts'

interface Label {
  paper?: string
  ink?: string
  /** Width divided by height. */
  shape: number
  /** Lines of text: how far down, and half their length, as shares of the height and the width. */
  lines?: [down: number, half: number][]
  /** How far down the monogram's middle is and how tall it is, as shares of the height. */
  sign?: [down: number, tall: number]
  framed?: boolean
}

/** A printed label with the shop's V, for a sheet whose u runs across and whose v runs down. */
export function label({
  paper = '#efe8dc',
  ink = '#26211e',
  shape,
  lines = [],
  sign = [0.36, 0.4],
  framed,
}: Label): Material {
  const [ground, colour] = [hex(paper), hex(ink)]
  return {
    paint(sample) {
      const [x, y] = [sample.u - 0.5, sample.v]
      const inset = Math.min((0.5 - Math.abs(x)) * shape, 0.5 - Math.abs(y - 0.5))
      const printed = Math.max(
        monogram((x * shape) / sign[1], (sign[0] - y) / sign[1]),
        lines.some(([down, half]) => Math.abs(y - down) < 0.009 && Math.abs(x) < half) ? 0.85 : 0,
        framed && inset > 0.04 && inset < 0.052 ? 0.8 : 0,
      )
      setColour(sample, mixVec(ground, colour, printed))
      sample.rough = 0.75
    },
  }
}
