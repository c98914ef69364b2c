import { dressForm } from '#kit/garments/dress-form.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, type Vec } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

/** The picture of a person who has none. */
export const avatar = (): Scene =>
  createScene(dressForm('#cdb9a6'), {
    wall: '#efe3d9',
    table: '#dfccbc',
    height: 2.3,
    wide: 1.6,
    target: [0, 4.2, 0],
    pitch: 2,
    yaw: -18,
  })

/** The picture of a product that has none: a closed box. */
export function missingPicture(): Scene {
  const card = plainMaterial('#ece3d6', { rough: 0.8 })
  const silk = satin({ colour: '#8e2f3c', creases: 0.02 })
  const box: Part[] = [
    part(transform(roundedBox([1.35, 0.62, 1.05], 0.04, 0.03), { move: [0, 0.62, 0] }), card),
    part(transform(roundedBox([1.4, 0.2, 1.1], 0.04, 0.03), { move: [0, 1.2, 0] }), card),
  ]
  const band = (across: boolean) =>
    surface(12, 80, (u, v): Vec => {
      const side = mix(-0.11, 0.11, u)
      const [half, low, lid] = across ? [1.41, 1.36, 1.41] : [1.11, 1.06, 1.11]
      const s = mix(-1, 1, v) * (half + 1.41)
      const far = Math.abs(s) - half
      const along = far < 0 ? s : Math.sign(s) * (1.412 - far < 1.0 ? low : lid)
      const y = far < 0 ? 1.41 : 1.412 - far
      return across ? [along, y, side] : [side, y, along]
    })
  const knot: Vec = [0, 1.5, 0]
  const loop = (x: number, z: number) =>
    tube(
      splineThrough([
        knot,
        [x * 0.35, 1.75, z * 0.3],
        [x * 0.8, 1.9, z * 0.8],
        [x, 1.68, z],
        [x * 0.6, 1.5, z * 0.8],
        knot,
      ]),
      0.022,
      { flat: 5, sides: 20, steps: 90 },
    )
  const tail = (x: number, z: number) =>
    tube(splineThrough([knot, [x * 0.5, 1.52, z * 0.5], [x, 1.46, z], [x * 1.3, 1.44, z * 1.25]]), 0.018, {
      flat: 6,
      sides: 20,
      steps: 60,
    })
  const bow = [
    band(true),
    band(false),
    loop(-0.75, 0.12),
    loop(0.72, 0.2),
    tail(-0.5, 0.6),
    tail(0.42, 0.72),
    transform(roundedBox([0.12, 0.09, 0.12], 0.08, 0.06), { move: knot }),
  ]
  const parts = [...box, ...bow.map(mesh => part(mesh, silk))].map(({ mesh, material }) =>
    part(transform(mesh, { rotate: [0, -28, 0] }), material),
  )
  return createScene(parts, { wall: '#f0e8dd', table: '#e2d5c5', height: 4.6, target: [0, 1.0, 0], pitch: 20 })
}
