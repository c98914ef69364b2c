import { surface } from '../geometry/mesh.ts'
import { clamp, hex, mix, type Vec } from '../geometry/vec.ts'
import { type Camera, type Part, part } from './part.ts'

/** A picture before it is taken: things on a table, before a wall, seen from somewhere. */
export interface Still {
  things: Part[]
  backdrop: Part[]
  camera: Camera
  /** The colour that the table throws back at what stands on it. */
  table: Vec
}

export interface SetOptions {
  wall: string
  table: string
  /** World units from the top to the bottom of the frame. */
  height?: number
  /** The point in the middle of the frame. */
  target?: Vec
  /** How far the camera looks down, in degrees. */
  pitch?: number
  /** How far it stands to the right, in degrees. */
  yaw?: number
  /** Half the width of the set, in heights of the frame: more for landscapes. */
  wide?: number
  /** Where the table ends and the wall begins. */
  depth?: number
}

/** Puts things before a seamless two-tone backdrop. */
export function studioSet(things: Part[], options: SetOptions): Still {
  const { height = 5, target = [0, 2, 0], pitch = 8, yaw = 0, wide = 0.8, depth = 2.4 } = options
  const [p, q] = [(pitch * Math.PI) / 180, (yaw * Math.PI) / 180]
  const distance = height * 3.4
  const eye: Vec = [
    target[0] + Math.sin(q) * Math.cos(p) * distance,
    target[1] + Math.sin(p) * distance,
    target[2] + Math.cos(q) * Math.cos(p) * distance,
  ]
  return {
    things,
    backdrop: backdrop(hex(options.wall), hex(options.table), height, wide, depth),
    camera: { eye, target, height },
    table: hex(options.table),
  }
}

// The table and the wall meet in a clean edge; light falls off across the wall.
function backdrop(wall: Vec, table: Vec, height: number, wide: number, depth: number): Part[] {
  const size = Math.max(1, height / 5)
  const columns = Math.round(340 * wide)
  const across = (u: number) => (2 * u - 1) * wide * height
  const floor = surface(columns, 360, (u, v) => [across(u), 0, mix(5.4 * size, -depth, v)])
  const upright = surface(columns, 90, (u, v) => [across(u), v ** 1.3 * 12 * size, -depth])
  return [
    part(floor, {
      shadow: false,
      paint(spot) {
        ;[spot.r, spot.g, spot.b] = table
        spot.rough = 0.95
      },
    }),
    part(upright, {
      shadow: false,
      softness: 7,
      paint(spot) {
        const far = Math.hypot(spot.x + 1.1 * size, (spot.y - 3.4 * size) * 0.9)
        const k = 0.8 + 0.2 * clamp(1.05 - (0.045 * far ** 1.35) / size)
        spot.r = wall[0] * k
        spot.g = wall[1] * k
        spot.b = wall[2] * k
        spot.rough = 0.95
      },
    }),
  ]
}
