import { surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise } from '#kit/geometry/noise.ts'
import { roundedBox, roundedRectangle, tube } from '#kit/geometry/solids.ts'
import { hex, mix, type Vec } from '#kit/geometry/vec.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { monogram } from '#kit/materials/monogram.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { block, limestone } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const green = '#7d8450'

// A cube with the shop's stamp pressed into the sides that we see.
function cube(half: number): Part[] {
  const soap = plainMaterial(green, {
    rough: 0.55,
    glow: 0.35,
    over(sample) {
      const k = 1 + 0.13 * fractalNoise(sample.x * 2.2, sample.y * 2.2, sample.z * 2.2, 4)
      sample.r *= k
      sample.g *= k
      sample.b *= k
    },
  })
  const depth = (u: number, v: number) => {
    const [x, y] = [(u - 0.5) * 2, (0.5 - v) * 2]
    const edge = Math.max(Math.abs(x), Math.abs(y))
    const line = Math.max(0, 1 - Math.abs(edge - 0.86) / 0.035)
    const letters = Math.abs(y + 0.58) < 0.06 && Math.abs(x) < 0.5 && Math.floor((x + 9) * 9) % 3 !== 0 ? 1 : 0
    return Math.max(monogram(x * 0.95, (y - 0.16) * 0.95), line, letters)
  }
  const stamped: Material = {
    paint(sample) {
      const e = 0.006
      const here = depth(sample.u, sample.v)
      setColour(
        sample,
        hex(green),
        (1 + 0.13 * fractalNoise(sample.x * 2.2, sample.y * 2.2, sample.z * 2.2, 4)) * mix(1, 0.72, here),
      )
      sample.slopeU = (depth(sample.u + e, sample.v) - depth(sample.u - e, sample.v)) * -0.4
      sample.slopeV = (depth(sample.u, sample.v + e) - depth(sample.u, sample.v - e)) * 0.4
      sample.rough = 0.55
      sample.glow = 0.35
    },
  }
  const side = surface(80, 80, (u, v): Vec => [mix(-0.8, 0.8, u) * half, mix(0.8, -0.8, v) * half, half + 0.004])
  return [
    part(roundedBox([half, half, half], 0.09, 0.07, 200), soap),
    ...[0, 90, -90].map(angle => part(transform(side, { rotate: [0, angle, 0] }), stamped)),
    part(
      transform(
        surface(60, 60, (u, v): Vec => [mix(-0.9, 0.9, u) * half, half + 0.003, mix(-0.9, 0.9, v) * half]),
        {},
      ),
      soap,
    ),
  ]
}

export function mistralSoap(): Scene {
  const twine = plainMaterial('#cbb489', { rough: 0.9 })
  const around = roundedRectangle(0.815, 0.815, 0.08)
  const cord = tube(
    t => {
      const [x, z] = around(t)
      return [x, 0, z]
    },
    t => 0.03 + 0.004 * Math.sin(t * 400),
    { closed: true, steps: 500, sides: 10 },
  )
  return createScene(
    [
      ...moveParts(cube(0.8), [-0.92, 1.1, 0.1], [0, 14, 0]),
      ...moveParts(cube(0.8), [0.9, 1.1, -0.05], [0, -20, 0]),
      ...moveParts(cube(0.8), [-0.02, 2.7, -0.05], [0, 31, 0]),
      ...moveParts([part(cord, twine)], [-0.02, 2.42, -0.05], [0, 31, 0]),
      block([3.8, 0.3, 2.5], [0, 0, 0], limestone(), -4),
    ],
    { wall: '#e9e8dc', table: '#d3d0bc', height: 5.1, target: [0, 1.76, 0], pitch: 14 },
  )
}
