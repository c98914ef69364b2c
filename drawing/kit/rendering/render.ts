import { clamp, type Vec } from '../geometry/vec.ts'
import type { Camera, Part } from '../scene/part.ts'
import { glassLight } from './glass.ts'
import { gather, look, project, type Seen } from './raster.ts'
import { type Shader, shader } from './shade.ts'
import { reach } from './shadows.ts'

export interface Picture {
  width: number
  height: number
  /** Red, green, blue, a byte each. */
  pixels: Uint8Array
}

/** Takes the picture: `fine` x `fine` looks are averaged into each dot. */
export function photograph(
  parts: Part[],
  camera: Camera,
  width: number,
  height: number,
  table: Vec,
  fine = 2,
): Picture {
  const [w, h] = [width * fine, height * fine]
  const corners = gather(parts)
  const clear = parts.map(({ material }) => material.glass !== undefined)
  const screen = project(corners.points, camera, w, h)
  const paint = shader(corners, reach(corners), camera.eye, table)

  const seen = look(corners, screen, w, h, part => !clear[part])
  const owner = (triangle: number) => corners.owner[triangle]!
  const light = expose(
    seen,
    paint,
    fine,
    triangle => parts[owner(triangle)]?.material.shadow === false,
    (a, b) => owner(a) === owner(b),
  )
  if (clear.some(Boolean)) {
    const front = look(corners, screen, w, h, part => clear[part]!)
    const back = look(corners, screen, w, h, part => clear[part]!, true)
    glassLight(light, seen, front, back, paint, camera, table)
  }
  return develop(light, width, height, fine)
}

// A dot whose looks all fall on one part is painted once (backdrop) or twice; its edges are painted in full.
function expose(
  seen: Seen,
  paint: Shader,
  fine: number,
  isBackdrop: (triangle: number) => boolean,
  sameThing: (a: number, b: number) => boolean,
) {
  const light = new Float32Array(seen.triangle.length * 3)
  const last = fine - 1
  for (let y = 0; y < seen.height; y += fine)
    for (let x = 0; x < seen.width; x += fine) {
      const first = y * seen.width + x
      const dots = Array.from({ length: fine * fine }, (_, i) => first + Math.floor(i / fine) * seen.width + (i % fine))
      const triangle = seen.triangle[first]!
      const plain =
        triangle >= 0 && dots.every(dot => seen.triangle[dot]! >= 0 && sameThing(triangle, seen.triangle[dot]!))
      if (!plain) {
        for (const dot of dots) if (seen.triangle[dot]! >= 0) light.set(paint.light(seen, dot), dot * 3)
        continue
      }
      const looks = isBackdrop(triangle) ? [first] : [first, first + last * seen.width + last]
      const colours = looks.map(dot => paint.light(seen, dot))
      for (const dot of dots)
        for (let k = 0; k < 3; k++)
          light[dot * 3 + k] = colours.reduce((sum, colour) => sum + colour[k]!, 0) / colours.length
    }
  return light
}

function develop(light: Float32Array, width: number, height: number, fine: number): Picture {
  const pixels = new Uint8Array(width * height * 3)
  const row = width * fine * 3
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = 0; k < 3; k++) {
        let sum = 0
        for (let j = 0; j < fine; j++)
          for (let i = 0; i < fine; i++) sum += film(light[(y * fine + j) * row + (x * fine + i) * 3 + k]! * exposure)
        pixels[(y * width + x) * 3 + k] = toByte(sum / (fine * fine))
      }
  return { width, height, pixels }
}

const exposure = 0.74

// Bright light rolls off gently instead of burning out.
const film = (x: number) => (x < 0.62 ? x : 0.62 + 0.38 * (1 - Math.exp(-(x - 0.62) / 0.38)))
const toByte = (x: number) => Math.round(255 * clamp(x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055))
