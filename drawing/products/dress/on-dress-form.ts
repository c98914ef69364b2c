import { dressForm } from '#kit/garments/dress-form.ts'
import type { Part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

/** Puts a dress on the dress form, before a wall and a table in its own colours. */
export function onDressForm(dress: Part[], wall: string, table: string, yaw = 0): Scene {
  return createScene([...dressForm(), ...dress], { wall, table, yaw, height: 5.75, target: [0, 2.52, 0], pitch: 7 })
}
