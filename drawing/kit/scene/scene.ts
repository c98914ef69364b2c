import { surface } from '../geometry/mesh.ts'
import { clamp, hex, mix, type Vec } from '../geometry/vec.ts'
import { type Camera, type Part, part } from './part.ts'

/** What the renderer draws: parts on a table, before a wall, and the camera. */
export interface Scene {
  parts: Part[]
  backdrop: Part[]
  camera: Camera
  /** The colour that the table reflects onto what stands on it. */
  table: Vec
}

export interface SceneOptions {
  wall: string
  table: string
  /** World units from the top to the bottom of the frame. */
  height?: number
  /** The point in the middle of the frame. */
  target?: Vec
  /** How far the camera looks down, in degrees. */
  pitch?: number
  /** How far the camera stands to the right, in degrees. */
  yaw?: number
  /** Half the width of table and wall, in heights of the frame; landscapes need more. */
  wide?: number
  /** Where the table ends and the wall begins. */
  depth?: number
}

/** Puts parts on a table before a wall. */
export function createScene(parts: Part[], options: SceneOptions): Scene {
  const { height = 5, target = [0, 2, 0], pitch = 8, yaw = 0, wide = 0.8, depth = 2.4 } = options
  const [p, q] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180]
  const distance = height * 3.4
  const eye: Vec = [
    target[0] + Math.sin(q) * Math.cos(p) * distance,
    target[1] + Math.sin(p) * distance,
    target[2] + Math.cos(q) * Math.cos(p) * distance,
  ]
  return {
    parts,
    backdrop: backdrop(hex(options.wall), hex(options.table), height, wide, depth),
    camera: { eye, target, height },
    table: hex(options.table),
  }
}

// The light on the wall grows weaker with the distance from its upper left.
function backdrop(wall: Vec, table: Vec, height: number, wide: number, depth: number): Part[] {
  const size = Math.max(1, height / 5)
  const columns = Math.round(340 * wide)
  const across = (u: number) => (2 * u - 1) * wide * height
  const floor = surface(columns, 360, (u, v) => [across(u), 0, mix(5.4 * size, -depth, v)])
  const upright = surface(columns, 90, (u, v) => [across(u), v ** 1.3 * 12 * size, -depth])
  return [
    part(floor, {
      shadow: false,
      paint(sample) {
        ;[sample.r, sample.g, sample.b] = table
        sample.rough = 0.95
      },
    }),
    part(upright, {
      shadow: false,
      softness: 7,
      paint(sample) {
        const far = Math.hypot(sample.x + 1.1 * size, (sample.y - 3.4 * size) * 0.9)
        const k = 0.8 + 0.2 * clamp(1.05 - (0.045 * far ** 1.35) / size)
        sample.r = wall[0] * k
        sample.g = wall[1] * k
        sample.b = wall[2] * k
        sample.rough = 0.95
      },
    }),
  ]
}
