import { bodyAt } from '#kit/garments/dress-form.ts'
import { type Cut, dressBody, sleeve } from '#kit/garments/garment.ts'
import { surface } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hex, mix, smoothstep, type Vec } from '#kit/geometry/vec.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import type { Material } from '#kit/scene/part.ts'
import { part } from '#kit/scene/part.ts'
import type { Scene } from '#kit/scene/scene.ts'
import { onDressForm } from './on-dress-form.ts'

export function almaDress(): Scene {
  const cut: Cut = {
    neck: () => 4.56,
    hem: () => 0.6,
    skirt: [
      [0.5, 0.52, 0.4],
      [1.2, 0.55, 0.42],
      [1.9, 0.61, 0.44],
      [2.25, 0.62, 0.44],
      [2.88, 0.46, 0.34],
    ],
    ease: 0.045,
    flow: (a, y) => 0.012 * noise(Math.sin(a * 6.28) * 2, y * 2.2, 2),
  }
  const rib = (count: number): Material => {
    const wool = hex('#c9b79d')
    return {
      paint(sample) {
        const a = sample.u * count
        const ridge = Math.cos(a * 2 * Math.PI)
        const stitch = Math.cos(sample.y * 95 + (Math.floor(a) % 2) * 3)
        setColour(
          sample,
          wool,
          0.9 + 0.12 * ridge + 0.035 * stitch + 0.05 * noise(sample.x * 60, sample.y * 60, sample.z * 60),
        )
        sample.slopeU = -0.75 * Math.sin(a * 2 * Math.PI)
        sample.slopeV = 0.12 * stitch
        sample.rough = 0.95
        sample.sheen = 0.3
      },
    }
  }
  const collar = surface(
    200,
    60,
    (u, v): Vec => {
      const y = mix(4.86, 4.52, v)
      const [x, , z] = bodyAt(u, Math.max(4.6, y), 0.05 + 0.045 * Math.sin(Math.PI * mix(0.1, 0.86, v)) ** 0.6)
      return [x, y, z + 0.02 * v]
    },
    { closed: true },
  )
  const wrist = (t: number) => mix(0.19, 0.115, smoothstep(0, 0.8, t)) + 0.004 * Math.sin(t * 40)
  const sleeves = ([1, -1] as const).map(side => part(sleeve(side, 1, wrist, 0.03), rib(26)))
  return onDressForm([part(dressBody(cut), rib(96)), part(collar, rib(46)), ...sleeves], '#eae6e0', '#d2cac0', 14)
}
