import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { hash } from '#kit/geometry/noise.ts'
import { lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { hex, hump, mix, smoothstep, turn } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { stone } from '#kit/materials/materials.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

export function hatParts(): Part[] {
  const straw = hex('#d3b27c')
  const braid: Material = {
    paint(sample) {
      const row = sample.v * 58
      const within = row - Math.floor(row)
      const weave = Math.cos((sample.u * 260 + (within < 0.5 ? within : 1 - within) * 1.6) * turn)
      setColour(
        sample,
        straw,
        (0.78 + 0.16 * weave + 0.2 * Math.sin(within * Math.PI)) *
          (0.94 + 0.12 * hash(Math.floor(sample.u * 520), Math.floor(row))),
      )
      sample.slopeV = Math.cos(within * Math.PI) * 0.6
      sample.slopeU = weave * 0.16
      sample.rough = 0.62
      sample.glow = 0.25
    },
  }
  const profile = splineThrough([
    [0.001, 1.06, 0],
    [0.3, 1.06, 0],
    [0.62, 1.02, 0],
    [0.78, 0.88, 0],
    [0.84, 0.55, 0],
    [0.9, 0.14, 0],
    [0.98, 0.015, 0],
    [1.2, -0.02, 0],
    [1.7, -0.03, 0],
    [2.1, 0, 0],
    [2.12, 0.01, 0],
  ])
  const hat = surface(
    300,
    240,
    (u, v) => {
      const [r, y] = profile(v)
      const brim = smoothstep(1, 2.1, r)
      const wave = brim * (0.13 * Math.cos(u * turn * 2 + 0.7) + 0.07 * Math.cos(u * turn * 3 + 2))
      const dent = hump(0, 0.5, r) * 0.1 * (1 - brim)
      return [Math.sin(u * turn) * r, y + wave - dent, Math.cos(u * turn) * r * 1.06]
    },
    { closed: true },
  )
  const ribbon = woven({ colour: '#2b2623', threads: 140, creases: 0 })
  const band = surface(
    200,
    12,
    (u, v) => {
      const y = mix(0.08, 0.36, v)
      const r = mix(0.93, 0.885, v) + 0.02
      return [Math.sin(u * turn) * r, y + 0.01 * Math.sin(u * turn * 3), Math.cos(u * turn) * r * 1.06]
    },
    { closed: true },
  )
  const bow: Mesh[] = [
    tube(
      splineThrough([
        [0.88, 0.22, 0.3],
        [1.0, 0.3, 0.5],
        [0.86, 0.34, 0.72],
        [0.82, 0.22, 0.5],
        [0.9, 0.2, 0.32],
      ]),
      0.03,
      { flat: 3.6, sides: 20 },
    ),
    tube(
      splineThrough([
        [0.9, 0.22, 0.3],
        [1.02, 0.12, 0.42],
        [0.98, 0.04, 0.8],
        [0.9, 0.03, 1.05],
      ]),
      0.024,
      { flat: 4, sides: 20 },
    ),
    tube(
      splineThrough([
        [0.9, 0.22, 0.3],
        [1.1, 0.1, 0.26],
        [1.2, 0.04, 0.62],
        [1.16, 0.02, 0.9],
      ]),
      0.024,
      { flat: 4, sides: 20 },
    ),
  ]
  return [part(hat, braid), part(band, ribbon), ...bow.map(mesh => part(mesh, ribbon))]
}

const stage = { wall: '#e8e4da', table: '#d4c9b8' }

function camargueHat(): Scene {
  const tilted = hatParts().map(({ mesh, material }) =>
    part(transform(mesh, { rotate: [38, -14, -6], move: [0, 1.5, 0.1] }), material),
  )
  const rest = part(
    transform(
      lathe(
        rounded(
          [
            [0.0001, 0],
            [0.75, 0],
            [0.62, 1.5],
            [0.0001, 1.6],
          ],
          0.06,
        ),
        96,
      ),
      { move: [0, 0, -0.2] },
    ),
    stone('#e0d6c8', '#cdbfae'),
  )
  return createScene([...tilted, rest], { ...stage, height: 5.9, target: [0, 1.55, 0], pitch: 11 })
}

// Laid down, seen from above.
const lying = (camera: Omit<SceneOptions, 'wall' | 'table'>): Scene =>
  createScene(moveParts(hatParts(), [0, 0.22, 0], [0, -38, 0]), { ...stage, depth: 9, wide: 2, ...camera })

export const camargueHats = {
  'camargue-straw-hat': camargueHat,
  'camargue-straw-hat-ribbon': () => lying({ height: 2.5, target: [0.3, 0.52, 0.75], pitch: 24 }),
  'camargue-straw-hat-above': () => lying({ height: 6.3, target: [0, 0.2, 0], pitch: 62 }),
}
