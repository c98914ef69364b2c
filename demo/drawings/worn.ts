import { dressForm } from '../kit/dress-form.ts'
import type { Part } from '../kit/scene.ts'
import { type Still, studioSet } from '../kit/studio-set.ts'

/** Every dress is worn by the tailor's form before its own two-tone backdrop. */
export function worn(dress: Part[], wall: string, table: string, yaw = 0): Still {
  return studioSet([...dressForm(), ...dress], { wall, table, yaw, height: 5.75, target: [0, 2.52, 0], pitch: 7 })
}
