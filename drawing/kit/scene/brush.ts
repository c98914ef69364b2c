import { surface } from '../geometry/mesh.ts'
import { hash, noise } from '../geometry/noise.ts'
import { lathe, rounded } from '../geometry/solids.ts'
import { curve, mix, smoothstep, turn, type Vec } from '../geometry/vec.ts'
import { brushed, metal, silver } from '../materials/metals.ts'
import { setColour } from '../materials/set-colour.ts'
import { type Material, type Part, part } from './part.ts'

export interface BrushHead {
  /** `[height, half width]` stops of the hair above the ferrule. */
  shape: [number, number][]
  /** Depth as a share of the width: small for flat brushes. */
  flat: number
  /** How much higher its right side stands than its left. */
  slant?: number
  ferrule: number
}

/** A make-up brush whose ferrule begins at height 0, its handle below. */
export function brush({ shape, flat, slant = 0, ferrule }: BrushHead): Part[] {
  const hair: Material = {
    paint(sample) {
      const fibre = noise(sample.u * 220, sample.v * 3) + 0.6 * noise(sample.u * 520, sample.v * 6)
      const tip = smoothstep(0.35, 0.95, sample.v)
      setColour(sample, [mix(0.045, 0.42, tip), mix(0.035, 0.36, tip), mix(0.03, 0.3, tip)], 1 + 0.28 * fibre)
      sample.slopeU = 0.55 * fibre
      sample.rough = 0.9
      sample.sheen = 0.5
    },
  }
  const width = curve(shape)
  const tall = shape[shape.length - 1]![0]
  const tuft = surface(
    260,
    90,
    (u, v): Vec => {
      const [s, c] = [Math.sin(u * turn), Math.cos(u * turn)]
      const w = width(v * tall) * (1 + 0.012 * (hash(Math.round(u * 260), 3) - 0.5))
      return [
        s * w,
        0.5 + v * tall + slant * s * w * smoothstep(0.3, 1, v),
        c * w * mix(1, flat, smoothstep(0, 0.25, v)),
      ]
    },
    { closed: true },
  )
  const crimp = lathe(
    rounded(
      [
        [ferrule * 0.72, -0.05],
        [ferrule * 0.74, 0.1],
        [ferrule, 0.42],
        [ferrule, 0.56],
        [ferrule * 0.94, 0.58],
      ],
      0.03,
    ),
    96,
    8,
  )
  const handle = lathe(
    rounded(
      [
        [ferrule * 0.4, -2.6],
        [ferrule * 0.6, -1.2],
        [ferrule * 0.72, -0.05],
        [ferrule * 0.7, 0],
      ],
      0.05,
    ),
    64,
    10,
  )
  const rings = [0.12, 0.2].map(y =>
    lathe(
      rounded(
        [
          [ferrule * 0.74 + 0.02, y - 0.02],
          [ferrule * 0.8 + 0.02, y],
          [ferrule * 0.78 + 0.02, y + 0.03],
        ],
        0.005,
      ),
      64,
    ),
  )
  return [
    part(tuft, hair),
    part(crimp, metal({ colour: '#e9e9ea', rough: 0.12 })),
    part(handle, brushed({ colour: '#d3d4d7', rough: 0.24 })),
    ...rings.map(mesh => part(mesh, silver())),
  ]
}
