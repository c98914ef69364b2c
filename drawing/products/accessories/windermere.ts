import { surface } from '#kit/geometry/mesh.ts'
import { lathe, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, turn, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { stone } from '#kit/materials/materials.ts'
import { brass, steel } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// Open and upright: the ends of the ribs lie at height 0, the tip is up, the crook down.
function umbrellaParts(): Part[] {
  const twill = woven({
    colour: '#173d2b',
    threads: 130,
    creases: 0.01,
    over(sample) {
      sample.rough = 0.62
    },
  })
  const wood = stone('#7a4527', '#52290f', { size: 1.4, rough: 0.4, coat: 0.4 })
  const rib = (share: number): [number, number] => [
    (1.85 * Math.sin(share * 1.36)) / Math.sin(1.36),
    (1.12 * (Math.cos(share * 1.36) - Math.cos(1.36))) / (1 - Math.cos(1.36)),
  ]
  const at = (u: number, v: number): Vec => {
    const [r, y] = rib(v)
    // Between two ribs the cloth is drawn in, most of all at its hem.
    const between = 1 - Math.abs(((u * 8) % 1) * 2 - 1)
    const taut = 1 - 0.125 * v ** 1.5 * Math.sin((between * Math.PI) / 2) ** 1.4
    return [Math.sin(u * turn) * r * taut, y + 0.04 * v * v * between, Math.cos(u * turn) * r * taut]
  }
  const canopy = surface(480, 90, (u, v) => at(u, 0.01 + 0.99 * v), { closed: true })
  const seams = Array.from({ length: 8 }, (_, i) =>
    tube(
      t => {
        const [x, y, z] = at(i / 8, 0.03 + 0.97 * t)
        return [x * 1.004, y + 0.006, z * 1.004]
      },
      0.011,
      { steps: 60, sides: 8 },
    ),
  )
  const ribs = Array.from({ length: 8 }, (_, i) =>
    tube(
      t => {
        const [x, y, z] = at(i / 8, 0.05 + 0.95 * t)
        return [x, y - 0.035, z]
      },
      0.016,
      { steps: 50, sides: 8 },
    ),
  )
  const stretchers = Array.from({ length: 8 }, (_, i) => {
    const [x, y, z] = at(i / 8, 0.55)
    return tube(t => [x * t, mix(-0.1, y - 0.04, t), z * t], 0.016, { steps: 20, sides: 8 })
  })
  const tips = Array.from({ length: 8 }, (_, i) => {
    const [x, y, z] = at(i / 8, 1)
    return tube(t => [x * (1 + 0.045 * t), y - 0.05 * t, z * (1 + 0.045 * t)], 0.03, { steps: 6, sides: 12 })
  })
  const crook = splineThrough([
    [0, -1.9, 0],
    [0, -2.3, 0],
    [0.04, -2.62, 0],
    [0.26, -2.84, 0],
    [0.52, -2.72, 0],
    [0.6, -2.44, 0],
  ])
  return [
    part(canopy, twill),
    ...seams.map(mesh => part(mesh, twill)),
    ...[...ribs, ...stretchers].map(mesh => part(mesh, steel())),
    ...tips.map(mesh => part(mesh, brass())),
    part(
      tube(t => [0, mix(1.1, -1.95, t), 0], 0.045, { steps: 40, up: [0, 0, 1] }),
      wood,
    ),
    part(
      tube(crook, t => 0.075 + 0.012 * t, { steps: 100, sides: 24, up: [0, 0, 1] }),
      wood,
    ),
    part(
      tube(t => [0, mix(-1.86, -1.98, t), 0], 0.09, { steps: 8, sides: 32, up: [0, 0, 1] }),
      brass(0.16),
    ),
    part(
      tube(t => [0, mix(-0.2, 0.0, t), 0], 0.085, { steps: 8, sides: 24, up: [0, 0, 1] }),
      brass(),
    ),
    part(
      lathe(
        [
          [0.0001, 1.5],
          [0.03, 1.48],
          [0.045, 1.16],
          [0.16, 1.1],
          [0.2, 1.06],
        ],
        32,
      ),
      brass(0.16),
    ),
  ]
}

export const windermereUmbrella = (): Scene =>
  createScene(moveParts(moveParts(umbrellaParts(), [0, 0, 0], [0, 0, 56]), [-0.1, 1.62, 0], [0, 30, 0], 1.0), {
    wall: '#e5e7df',
    table: '#cbc9bb',
    height: 5.05,
    target: [0.2, 1.5, 0],
    pitch: 9,
  })
