import { clamp, cross, dot, normalize, sub, type Vec } from '../geometry/vec.ts'
import type { Camera } from '../scene/part.ts'
import { environmentLight, reflect } from './light.ts'
import type { Raster } from './raster.ts'
import type { Shader } from './shade.ts'

/** Draws glass over the finished picture: it tints and refracts what is behind, and both of its walls reflect the lamps. */
export function shadeGlass(
  light: Float32Array,
  solid: Raster,
  front: Raster,
  back: Raster,
  shader: Shader,
  camera: Camera,
  table: Vec,
): void {
  const behind = light.slice()
  const { width, height } = front
  const ahead = normalize(sub(camera.target, camera.eye))
  const right = normalize(cross(ahead, [0, 1, 0]))
  const up = cross(right, ahead)
  const unitSize = height / camera.height
  for (let i = 0; i < front.triangle.length; i++) {
    const near = front.near[i]!
    if (front.triangle[i]! < 0 || near <= solid.near[i]!) continue
    const { normal, view, material } = shader.surfaceAt(front, i)
    const { tint, depth, bend, frost = 0 } = material.glass!
    const far = Math.max(back.near[i]!, solid.near[i]!)
    const thick = clamp(1 / far - 1 / near, 0, 8)

    const pull = -bend * Math.min(thick, 1) * unitSize
    const x = clamp(Math.round((i % width) + dot(normal, right) * pull), 0, width - 1)
    const y = clamp(Math.round(Math.floor(i / width) - dot(normal, up) * pull), 0, height - 1)
    const facing = clamp(-dot(view, normal))
    // At its edges a thick wall refracts the dark side of the room.
    const rim = 1 - 0.5 * (1 - facing) ** 2.2
    const edge = 0.07 + 0.93 * (1 - facing) ** 5
    const shine = environmentLight(reflect(view, normal), 0.02 + frost * 0.5, table)
    const inner = back.triangle[i]! >= 0 ? innerReflection(shader, back, i, frost, table) : ([0, 0, 0] as Vec)
    const milk = frost * (0.35 + 0.4 * clamp(normal[1] * 0.5 + 0.5))
    for (let k = 0; k < 3; k++) {
      const behindLight = behind[(y * width + x) * 3 + k]!
      const filter = tint[k]! ** (thick / depth)
      const body = (behindLight * filter * (1 - milk) + milk * tint[k]!) * rim
      light[i * 3 + k] = (body + inner[k]! * filter) * (1 - edge) + shine[k]! * edge
    }
  }
}

// The far wall reflects the lamps a second time, more weakly.
function innerReflection(shader: Shader, back: Raster, pixel: number, frost: number, table: Vec): Vec {
  const { normal, view } = shader.surfaceAt(back, pixel)
  const edge = 0.03 + 0.5 * (1 - clamp(-dot(view, normal))) ** 4
  const shine = environmentLight(reflect(view, normal), 0.05 + frost * 0.6, table)
  return [shine[0] * edge, shine[1] * edge, shine[2] * edge]
}
