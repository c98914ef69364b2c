import type { Vec } from '#kit/geometry/vec.ts'
import type { Scene } from '#kit/scene/scene.ts'
import { hebridesScarves } from '../products/accessories/hebrides.ts'
import { rivoliBags } from '../products/accessories/rivoli.ts'
import { ambreParfum } from '../products/cosmetics/ambre.ts'
import { velours } from '../products/cosmetics/velours.ts'
import { grenatRing } from '../products/jewellery/grenat.ts'
import { mareeStrands } from '../products/jewellery/maree.ts'

/** The same scene with the camera moved closer. */
const close =
  (scene: () => Scene, height: number, [x, y, z]: Vec) =>
  (): Scene => {
    const { camera, ...rest } = scene()
    const target: Vec = [camera.target[0] + x, camera.target[1] + y, camera.target[2] + z]
    const eye: Vec = [camera.eye[0] + x, camera.eye[1] + y, camera.eye[2] + z]
    return { ...rest, camera: { eye, target, height } }
  }

/** The six small squares of the footer. */
export const footers = [
  close(velours, 2.4, [-0.2, 0.75, 0]),
  close(rivoliBags['rivoli-top-handle-bag'], 2.9, [0.2, -0.4, 0]),
  close(mareeStrands['maree-pearl-strand'], 2.6, [0.2, 0, 1]),
  close(hebridesScarves['hebrides-wool-scarf'], 2.4, [-0.2, 0.7, 0]),
  close(ambreParfum, 3.0, [0, 0.2, 0]),
  close(grenatRing, 2.7, [-0.1, 1.1, 0]),
]
