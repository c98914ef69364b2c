import { surface, transform } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { roundedBox, roundedRectangle, tube } from '#kit/geometry/solids.ts'
import { hex, mix, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass, metal, mirror } from '#kit/materials/metals.ts'
import { monogram } from '#kit/materials/monogram.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function smokeStudy(): Scene {
  const lacquer = plainMaterial('#121113', { rough: 0.3, coat: 0.85 })
  const colours = ['#e6d6c3', '#b79c86', '#8a6a5a', '#5c3a44', '#8c5f3a', '#caa46a', '#3c3434', '#171517']
  const shimmer = [0, 0, 0, 0, 1, 1, 0, 0]
  const [w, d] = [1.72, 0.94]
  const tray = roundedBox([w, 0.12, d], 0.12, 0.05, 200)
  const pans = colours.flatMap((colour, i) => {
    const x = ((i % 4) - 1.5) * 0.82
    const z = i < 4 ? -0.41 : 0.41
    const pressed = hex(colour)
    const powder: Material = {
      paint(sample) {
        setColour(
          sample,
          pressed,
          1 +
            0.07 * noise(sample.x * 90, sample.z * 90) +
            shimmer[i]! * 0.25 * Math.max(0, noise(sample.x * 150, sample.z * 150)),
        )
        // Pressed with the shop's V.
        const [px, py] = [(sample.x - x) / 0.34, -(sample.z - z) / 0.34]
        const e = 0.03
        sample.slopeU =
          (monogram(px + e, py) - monogram(px - e, py)) * 0.35 +
          shimmer[i]! * 0.3 * noise(sample.x * 120, sample.z * 120, 2)
        sample.slopeV =
          (monogram(px, py + e) - monogram(px, py - e)) * 0.35 +
          shimmer[i]! * 0.3 * noise(sample.x * 120, sample.z * 120, 5)
        sample.rough = 0.85 - 0.4 * shimmer[i]!
        sample.metal = 0.6 * shimmer[i]!
        sample.sheen = 0.3
      },
    }
    const face = surface(80, 80, (u, v): Vec => [x + (u - 0.5) * 0.68, 0.262, z + (0.5 - v) * 0.68 * -1])
    const rim = tube(
      t => {
        const [a, b] = roundedRectangle(0.35, 0.35, 0.03)(t)
        return [x + a, 0.265, z + b]
      },
      0.02,
      { closed: true, steps: 120, sides: 8 },
    )
    return [part(face, powder), part(rim, metal({ colour: '#c9a468', rough: 0.2 }))]
  })
  const lidAngle = -14
  const lid = [
    part(
      transform(roundedBox([w, 0.07, d], 0.12, 0.04, 200), { rotate: [90 + lidAngle, 0, 0], move: [0, 1.17, -1.24] }),
      lacquer,
    ),
    part(
      transform(
        surface(60, 60, (u, v): Vec => [mix(-1.58, 1.58, u), mix(0.8, -0.8, v), 0]),
        { rotate: [lidAngle, 0, 0], move: [0, 1.19, -1.155] },
      ),
      mirror(1.7),
    ),
    part(
      tube(t => [mix(-1.3, 1.3, t), 0.24, -0.99], 0.06, { steps: 30 }),
      brass(0.2),
    ),
  ]
  const bed = surface(10, 10, (u, v): Vec => [mix(-1.66, 1.66, u), 0.25, mix(-0.88, 0.88, v)])
  const parts = [
    part(transform(tray, { move: [0, 0.12, 0] }), lacquer),
    part(bed, plainMaterial('#1b191b', { rough: 0.6 })),
    ...pans,
    ...lid,
  ]
  return createScene(moveParts(parts, [0, 0, 0.25], [0, -17, 0], 1.06), {
    wall: '#e5ded8',
    table: '#cdc1b8',
    height: 5.9,
    target: [0, 0.95, 0],
    pitch: 31,
  })
}
