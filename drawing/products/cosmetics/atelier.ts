import { lathe, rounded } from '#kit/geometry/solids.ts'
import { turn, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { metal, silver } from '#kit/materials/metals.ts'
import { type BrushHead, brush } from '#kit/scene/brush.ts'
import { moveParts, part } from '#kit/scene/part.ts'
import { marble, plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const powder: BrushHead = {
  ferrule: 0.3,
  flat: 1,
  shape: [
    [0, 0.29],
    [0.35, 0.46],
    [0.75, 0.54],
    [1.0, 0.44],
    [1.14, 0.22],
    [1.17, 0.001],
  ],
}
const blush: BrushHead = {
  ferrule: 0.24,
  flat: 0.6,
  slant: 0.55,
  shape: [
    [0, 0.23],
    [0.35, 0.36],
    [0.65, 0.4],
    [0.82, 0.3],
    [0.9, 0.001],
  ],
}
const shadow: BrushHead = {
  ferrule: 0.15,
  flat: 0.5,
  shape: [
    [0, 0.14],
    [0.25, 0.21],
    [0.45, 0.19],
    [0.58, 0.1],
    [0.62, 0.001],
  ],
}
const brow: BrushHead = {
  ferrule: 0.12,
  flat: 0.3,
  slant: 0.8,
  shape: [
    [0, 0.11],
    [0.2, 0.16],
    [0.36, 0.16],
    [0.4, 0.001],
  ],
}
const liner: BrushHead = {
  ferrule: 0.1,
  flat: 1,
  shape: [
    [0, 0.09],
    [0.2, 0.08],
    [0.45, 0.035],
    [0.58, 0.001],
  ],
}

export function atelierBrushSet(): Scene {
  const cup = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.82, 0],
        [0.86, 1.35],
        [0.78, 1.35],
        [0.76, 0.2],
        [0.0001, 0.15],
      ],
      0.04,
    ),
    200,
    12,
  )
  const lip = lathe(
    rounded(
      [
        [0.8, 1.3],
        [0.89, 1.31],
        [0.89, 1.38],
        [0.78, 1.38],
      ],
      0.02,
    ),
    160,
  )
  // Bright fans of light around the cup, as on turned metal.
  const spun = metal({
    colour: '#e6e7ea',
    rough: 0.24,
    over(sample) {
      const k = 0.75 + 0.9 * Math.cos(sample.u * turn * 1.5 + 0.5) ** 4
      sample.r *= k
      sample.g *= k
      sample.b *= k
    },
  })
  const fan: [BrushHead, Vec, Vec][] = [
    [powder, [-0.02, 2.52, -0.2], [-6, 0, 2]],
    [blush, [-0.66, 2.1, 0.1], [2, 10, 20]],
    [shadow, [0.52, 2.3, 0.02], [2, 0, -15]],
    [brow, [0.92, 1.95, 0.2], [6, -10, -27]],
    [liner, [0.14, 2.16, 0.5], [8, 0, -8]],
  ]
  return createScene(
    moveParts(
      [
        part(cup, spun),
        part(lip, silver(0.12)),
        part(
          lathe(
            [
              [0.77, 0.9],
              [0.0001, 0.88],
            ],
            64,
          ),
          plainMaterial('#4a4846', { rough: 0.9 }),
        ),
        ...fan.flatMap(([head, move, turned]) => moveParts(brush(head), move, turned, 1.02)),
      ],
      [0, 0.3, 0],
    ).concat(plinth(1.35, 0.3, [0, 0, 0], marble())),
    { wall: '#e6e2df', table: '#cec6c1', height: 5.3, target: [0.06, 2.28, 0], pitch: 11 },
  )
}
