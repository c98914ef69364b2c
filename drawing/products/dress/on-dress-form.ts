import { dressForm } from '#kit/garments/dress-form.ts'
import type { Part } from '#kit/scene/part.ts'
import { type Still, studioSet } from '#kit/scene/scene.ts'

/** Every dress is worn by the tailor's form before its own two-tone backdrop. */
export function worn(dress: Part[], wall: string, table: string, yaw = 0): Still {
  return studioSet([...dressForm(), ...dress], { wall, table, yaw, height: 5.75, target: [0, 2.52, 0], pitch: 7 })
}
