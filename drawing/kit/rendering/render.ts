import { clamp } from '../geometry/vec.ts'
import type { Scene } from '../scene/scene.ts'
import { shadeGlass } from './glass.ts'
import { mergeParts, project, type Raster, rasterize } from './raster.ts'
import { createShader, type Shader } from './shade.ts'
import { computeVisibility } from './shadows.ts'

export interface Picture {
  width: number
  height: number
  /** Red, green, blue, a byte each. */
  pixels: Uint8Array
}

/** Renders a scene; `samplesPerSide` squared samples are averaged into each pixel. */
export function renderScene(scene: Scene, width: number, height: number, samplesPerSide = 2): Picture {
  const { camera, table } = scene
  const parts = [...scene.parts, ...scene.backdrop]
  const [w, h] = [width * samplesPerSide, height * samplesPerSide]
  const vertices = mergeParts(parts)
  const clear = parts.map(({ material }) => material.glass !== undefined)
  const screen = project(vertices.points, camera, w, h)
  const shader = createShader(vertices, computeVisibility(vertices), camera.eye, table)

  const raster = rasterize(vertices, screen, w, h, part => !clear[part])
  const owner = (triangle: number) => vertices.owner[triangle]!
  const light = shadePixels(
    raster,
    shader,
    samplesPerSide,
    triangle => parts[owner(triangle)]?.material.shadow === false,
    (a, b) => owner(a) === owner(b),
  )
  if (clear.some(Boolean)) {
    const front = rasterize(vertices, screen, w, h, part => clear[part]!)
    const back = rasterize(vertices, screen, w, h, part => clear[part]!, true)
    shadeGlass(light, raster, front, back, shader, camera, table)
  }
  return toneMap(light, width, height, samplesPerSide)
}

// Pixels whose samples all fall on one part are shaded once (backdrop) or twice. On the edges of parts every sample is shaded.
function shadePixels(
  raster: Raster,
  shader: Shader,
  samplesPerSide: number,
  isBackdrop: (triangle: number) => boolean,
  isSamePart: (a: number, b: number) => boolean,
) {
  const light = new Float32Array(raster.triangle.length * 3)
  const last = samplesPerSide - 1
  for (let y = 0; y < raster.height; y += samplesPerSide)
    for (let x = 0; x < raster.width; x += samplesPerSide) {
      const first = y * raster.width + x
      const samples = Array.from(
        { length: samplesPerSide * samplesPerSide },
        (_, i) => first + Math.floor(i / samplesPerSide) * raster.width + (i % samplesPerSide),
      )
      const triangle = raster.triangle[first]!
      const isUniform =
        triangle >= 0 &&
        samples.every(sample => raster.triangle[sample]! >= 0 && isSamePart(triangle, raster.triangle[sample]!))
      if (!isUniform) {
        for (const sample of samples)
          if (raster.triangle[sample]! >= 0) light.set(shader.shade(raster, sample), sample * 3)
        continue
      }
      const shaded = isBackdrop(triangle) ? [first] : [first, first + last * raster.width + last]
      const colours = shaded.map(sample => shader.shade(raster, sample))
      for (const sample of samples)
        for (let k = 0; k < 3; k++)
          light[sample * 3 + k] = colours.reduce((sum, colour) => sum + colour[k]!, 0) / colours.length
    }
  return light
}

function toneMap(light: Float32Array, width: number, height: number, samplesPerSide: number): Picture {
  const pixels = new Uint8Array(width * height * 3)
  const row = width * samplesPerSide * 3
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let k = 0; k < 3; k++) {
        let sum = 0
        for (let j = 0; j < samplesPerSide; j++)
          for (let i = 0; i < samplesPerSide; i++)
            sum += compressHighlights(
              light[(y * samplesPerSide + j) * row + (x * samplesPerSide + i) * 3 + k]! * exposure,
            )
        pixels[(y * width + x) * 3 + k] = toByte(sum / (samplesPerSide * samplesPerSide))
      }
  return { width, height, pixels }
}

const exposure = 0.74

// Bright light is compressed instead of clipped.
const compressHighlights = (x: number) => (x < 0.62 ? x : 0.62 + 0.38 * (1 - Math.exp(-(x - 0.62) / 0.38)))
const toByte = (x: number) => Math.round(255 * clamp(x <= 0.0031308 ? x * 12.92 : 1.055 * x ** (1 / 2.4) - 0.055))
