import { chain, link } from '#kit/geometry/chain.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise } from '#kit/geometry/noise.ts'
import { evenlySpaced, lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { hex, mix, mixVec, normalize, sub, turn, type Vec } from '#kit/geometry/vec.ts'
import { gold } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// Mother-of-pearl: cream with drifting rose and green, in the bands of its shell.
const nacre: Material = {
  paint(sample) {
    const drift = fractalNoise(sample.x * 2.2, sample.y * 2.2, sample.z * 2.2, 3)
    const bands = Math.sin(sample.x * 9 + sample.z * 6 + drift * 7)
    const base = mixVec(hex('#e9ddcb'), hex('#d9b9ae'), Math.max(0, bands) * 0.55)
    setColour(sample, mixVec(base, hex('#bfd0c4'), Math.max(0, -bands) * 0.5))
    sample.rough = 0.22
    sample.metal = 0.3
    sample.coat = 0.8
    sample.glow = 0.2
  },
}

export function lidoAnklet(): Scene {
  const shine = gold(0.12)
  const loop = splineThrough([
    [-0.1, 0, -1.72],
    [-0.95, 0, -1.55],
    [-1.36, 0, -0.6],
    [-1.2, 0, 0.5],
    [-0.5, 0, 1.2],
    [0.4, 0, 1.22],
    [1.15, 0, 0.6],
    [1.38, 0, -0.45],
    [1.05, 0, -1.4],
    [0.45, 0, -1.78],
  ])
  const disc = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.3, 0],
        [0.3, 0.045],
        [0.0001, 0.06],
      ],
      0.02,
    ),
    96,
  )
  const bezel = tube(t => [Math.cos(t * turn) * 0.305, 0.025, Math.sin(t * turn) * 0.305], 0.028, {
    closed: true,
    steps: 80,
    sides: 10,
  })
  const drops = evenlySpaced(loop, 11)
    .slice(1, -1)
    .flatMap((t, i): Part[] => {
      const [x, , z] = loop(t)
      const ahead = normalize(sub(loop(t + 0.004), loop(t - 0.004)))
      const out: Vec = [-ahead[2], 0, ahead[0]]
      const at = (far: number): Vec => [x + out[0] * far, 0.02, z + out[2] * far]
      return [
        ...moveParts([part(disc, nacre), part(bezel, shine)], at(0.46), [0, i * 47, 0]),
        part(
          transform(
            tube(s => [Math.cos(s * turn) * 0.075, 0.03, Math.sin(s * turn) * 0.075], 0.02, {
              closed: true,
              steps: 40,
              sides: 8,
            }),
            { move: at(0.09) },
          ),
          shine,
        ),
      ]
    })
  const links = chain(loop, 104, link(0.125, 0.075, 0.0155), 70, [0, 1, 0]).map(mesh =>
    part(transform(mesh, { move: [0, 0.05, 0] }), shine),
  )
  const clasp = [
    part(
      tube(s => [-0.18 + Math.cos(s * turn) * 0.1, 0.04, -1.74 + Math.sin(s * turn) * 0.1], 0.026, {
        closed: true,
        steps: 50,
      }),
      shine,
    ),
    part(
      tube(s => [0.3 + Math.cos(s * turn) * 0.13, 0.04, -1.84 + Math.sin(s * turn) * 0.09], 0.032, {
        closed: true,
        steps: 50,
      }),
      shine,
    ),
  ]
  const top = surface(220, 240, (u, v): Vec => [mix(-2, 2, u), 0, mix(2.3, -2.3, v)])
  return createScene(
    [
      ...moveParts([...links, ...drops, ...clasp], [0, 0.33, 0.06], [0, 6, 0], 0.8),
      block([4.1, 0.32, 4.7], [0, 0, 0], travertine(), 6),
      part(transform(top, { rotate: [0, 6, 0], move: [0, 0.323, 0] }), travertine()),
    ],
    { wall: '#ece2d4', table: '#d9c9b4', height: 4.6, target: [0, 0.38, 0.06], pitch: 55, depth: 8 },
  )
}
