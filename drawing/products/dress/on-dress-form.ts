import { dressForm } from '#kit/garments/dress-form.ts'
import { hanger, rail, type Stand, standParts } from '#kit/garments/stands.ts'
import type { Vec } from '#kit/geometry/vec.ts'
import { type Part, transformParts } from '#kit/scene/part.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

/** How a dress is shown: the colours around it, what carries it, and where the camera looks. */
export interface Stage extends Omit<SceneOptions, 'yaw' | 'wide' | 'depth'> {
  stand?: Stand
  /** How far the form is turned to our right, in degrees; 180 shows the back. */
  turned?: number
}

/** A dress on the plain form with its brass stand, as parts of a larger scene. */
export const worn = (dress: Part[]): Part[] => [...dressForm(), ...dress]

/** Puts a dress on a form, before a wall and a table in its own colours. */
export function onDressForm(dress: Part[], { stand = 'brass', turned = 0, ...scene }: Stage): Scene {
  return createScene(transformParts([...standParts[stand](), ...dress], { rotate: [0, turned, 0] }), {
    height: 5.75,
    target: [0, 2.52, 0],
    pitch: 7,
    ...scene,
  })
}

/** A dress close up: `height` units of it around `target`. */
export const closeUp = (dress: Part[], stage: Stage, target: Vec, height: number): Scene =>
  onDressForm(dress, { pitch: 4, ...stage, target, height })

/** A dress on a hanger on a rail: it hangs flat, close to the wall. `lift` moves its shoulders above those of the hanger. */
export function onHanger(
  dress: Part[],
  { turned = 0, lift = 0, ...scene }: Omit<Stage, 'stand'> & { lift?: number },
): Scene {
  const flat = transformParts(dress, { scale: [1, 1, 0.5], move: [0, lift, 0] })
  return createScene([...transformParts([...hanger(), ...flat], { rotate: [0, turned, 0] }), rail()], {
    height: 5.3,
    target: [0, 2.86, 0],
    pitch: 3,
    depth: 0.9,
    ...scene,
  })
}
