import { hash } from '../geometry/noise.ts'
import { add, clamp, cross, dot, normalize, scale, smoothstep, sub, type Vec } from '../geometry/vec.ts'
import type { Material, Part, SurfaceSample } from '../scene/part.ts'
import { environmentLight, keyDirection, reflect, refract } from './light.ts'
import type { Raster, Vertices } from './raster.ts'
import type { LightVisibility } from './shadows.ts'

export interface Shader {
  /** The linear colour of one pixel. */
  shade(raster: Raster, pixel: number): Vec
  /** What lies at one pixel; the normal points towards the viewer. */
  surfaceAt(raster: Raster, pixel: number): { point: Vec; normal: Vec; view: Vec; material: Material }
}

const sample: SurfaceSample = {
  x: 0,
  y: 0,
  z: 0,
  u: 0,
  v: 0,
  r: 0,
  g: 0,
  b: 0,
  rough: 0.5,
  metal: 0,
  sheen: 0,
  coat: 0,
  glow: 0,
  slopeU: 0,
  slopeV: 0,
}

/** Shades one scene as seen from `eye`; `table` is the colour that the table reflects. */
export function createShader(
  vertices: Vertices,
  { sky, skyBehind, keyLight }: LightVisibility,
  eye: Vec,
  table: Vec,
): Shader {
  const { triangles, owner, parts } = vertices

  function surfaceAt(raster: Raster, pixel: number) {
    const t = raster.triangle[pixel]!
    const weights = [raster.a[pixel]!, raster.b[pixel]!, 1 - raster.a[pixel]! - raster.b[pixel]!] as const
    const indices = [triangles[t * 3]!, triangles[t * 3 + 1]!, triangles[t * 3 + 2]!] as const
    const interpolate = (array: Float32Array): Vec => [
      array[indices[0] * 3]! * weights[0] + array[indices[1] * 3]! * weights[1] + array[indices[2] * 3]! * weights[2],
      array[indices[0] * 3 + 1]! * weights[0] +
        array[indices[1] * 3 + 1]! * weights[1] +
        array[indices[2] * 3 + 1]! * weights[2],
      array[indices[0] * 3 + 2]! * weights[0] +
        array[indices[1] * 3 + 2]! * weights[1] +
        array[indices[2] * 3 + 2]! * weights[2],
    ]
    const point = interpolate(vertices.points)
    const outward = normalize(interpolate(vertices.normals))
    const view = normalize(sub(point, eye))
    const behind = dot(outward, view) > 0
    const normal = behind ? scale(outward, -1) : outward
    const tangents = interpolate(vertices.tangents)
    return { t, weights, indices, point, normal, view, behind, tangents, material: (parts[owner[t]!] as Part).material }
  }

  function shade(raster: Raster, pixel: number): Vec {
    const here = surfaceAt(raster, pixel)
    const { indices, weights, point, view, material } = here
    const share = (array: Float32Array) =>
      array[indices[0]]! * weights[0] + array[indices[1]]! * weights[1] + array[indices[2]]! * weights[2]
    Object.assign(sample, { x: point[0], y: point[1], z: point[2], rough: 0.6, metal: 0, sheen: 0, coat: 0, glow: 0 })
    sample.slopeU = 0
    sample.slopeV = 0
    sample.u = interpolateUv(vertices.uv, indices, weights, 0)
    sample.v = interpolateUv(vertices.uv, indices, weights, 1)
    material.paint(sample)

    let { normal } = here
    if (sample.slopeU || sample.slopeV) {
      const over = cross(normal, here.tangents)
      const tilt = add(scale(here.tangents, sample.slopeU), scale(over, sample.slopeV))
      normal = normalize(sub(normal, tilt))
    }
    const facing = clamp(-dot(view, normal), 0.02, 1)
    const open = clamp(share(here.behind ? skyBehind : sky))
    const lit = share(keyLight)
    if (material.gem) return shadeGem(normal, view, here.t, open, table)
    return shadeSurface(normal, view, facing, open, lit, table)
  }

  return { shade, surfaceAt }
}

function interpolateUv(
  uv: Float32Array,
  c: readonly [number, number, number],
  w: readonly [number, number, number],
  k: number,
) {
  return uv[c[0] * 2 + k]! * w[0] + uv[c[1] * 2 + k]! * w[1] + uv[c[2] * 2 + k]! * w[2]
}

// Adds diffuse light, reflection, sheen and clear coat for the current sample.
function shadeSurface(normal: Vec, view: Vec, facing: number, open: number, lit: number, table: Vec): Vec {
  const { rough, metal, sheen, coat, glow } = sample
  const toKey = dot(normal, keyDirection)
  const keyLight = 1.78 * (clamp(toKey) * (1 - glow * 0.5) + clamp((toKey + 0.6) / 1.6) * glow * 0.5) * lit
  const up = normal[1] * 0.5 + 0.5
  const front = 0.12 * clamp(normal[2])
  const edge = (1 - facing) ** 5
  const toMirror = environmentLight(reflect(view, normal), rough, table)
  const toCoat = coat > 0 ? environmentLight(reflect(view, normal), 0.04, table) : toMirror
  const mirrorOpen = clamp(open * 1.25 - 0.12) * (0.35 + 0.65 * clamp(lit + open * 0.5))
  const pale = sheen * (1 - facing) ** 2.5 * (0.25 + 0.75 * open) * (0.35 + keyLight * 0.5)
  // Cloth and plaster reflect nothing.
  const matte = 1 - 0.8 * smoothstep(0.6, 0.9, rough)
  const coatShare = coat * (0.045 + 0.955 * edge)
  const channel = (k: 0 | 1 | 2, albedo: number) => {
    // Light bounces inside folds and takes the colour of the cloth, so bright cloth darkens less there.
    const soft = Math.max(
      open,
      ((2 * albedo - 0.33) * open - 4.8 * albedo + 0.64) * open * open + (2.76 * albedo + 0.69) * open,
    )
    const sky = (0.32 * up + 0.17 + front) * soft + table[k] * 0.26 * (1 - up) * (0.3 + 0.7 * soft)
    const diffuse = albedo * (sky + keyLight) * (1 - metal)
    const base = 0.04 * (1 - metal) * matte + albedo * metal
    const share = base + (Math.max((1 - rough) * matte, base) - base) * edge
    const matt = diffuse + toMirror[k]! * share * mirrorOpen + pale * (0.35 + 0.65 * albedo)
    return matt * (1 - coatShare) + toCoat[k]! * coatShare * mirrorOpen
  }
  return [channel(0, sample.r), channel(1, sample.g), channel(2, sample.b)]
}

// A facet reflects the lamps on its face, and three times from inside, each time off a random inner facet.
function shadeGem(normal: Vec, view: Vec, facet: number, open: number, table: Vec): Vec {
  const edge = 0.06 + 0.94 * (1 - clamp(-dot(view, normal))) ** 5
  const face = environmentLight(reflect(view, normal), 0.03, table)
  const inside = refract(view, normal, 1 / 1.9)
  const light: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < 3; i++) {
    const a = hash(facet, i, 1) * 6.28
    const lean = 0.25 + 0.6 * hash(facet, i, 2)
    const wall = normalize([Math.cos(a) * lean, Math.sin(a) * lean, 1])
    const back = environmentLight(reflect(inside, wall), 0.06, table)
    for (let k = 0; k < 3; k++)
      light[k] = light[k]! + (back[k]! * (0.7 + 0.5 * smoothstep(0.3, 1, hash(facet, i, 3 + k)))) / 3
  }
  const depth = 0.35 + 0.65 * hash(facet, 9)
  const colour = [sample.r, sample.g, sample.b]
  return [0, 1, 2].map(k => {
    const tint = colour[k]! ** (0.45 + 0.75 * depth)
    return face[k]! * edge + light[k]! * tint * 1.15 * (0.5 + 0.5 * open) + colour[k]! * 0.12
  }) as unknown as Vec
}
