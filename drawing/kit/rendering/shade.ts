import { hash } from '../geometry/noise.ts'
import { add, clamp, cross, dot, scale, smooth, sub, unit, type Vec } from '../geometry/vec.ts'
import type { Material, Part, Spot } from '../scene/part.ts'
import { bent, key, mirrored, studio } from './light.ts'
import type { Corners, Seen } from './raster.ts'
import type { Reach } from './shadows.ts'

/** Light seen at one dot, and the facts that clear things need to know about it. */
export interface Shader {
  /** The colour of dot `at` of a picture taken with `seen`. */
  light(seen: Seen, at: number): Vec
  /** Position and normal (towards the viewer) at dot `at`. */
  place(seen: Seen, at: number): { point: Vec; normal: Vec; view: Vec; material: Material }
}

const spot: Spot = {
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

/** Paints the dots of one set, seen from `eye`; `table` is the colour that the floor throws back. */
export function shader(corners: Corners, { sky, skyBehind, key: keyReach }: Reach, eye: Vec, table: Vec): Shader {
  const { triangles, owner, parts } = corners

  function place(seen: Seen, at: number) {
    const t = seen.triangle[at]!
    const weights = [seen.a[at]!, seen.b[at]!, 1 - seen.a[at]! - seen.b[at]!] as const
    const corner = [triangles[t * 3]!, triangles[t * 3 + 1]!, triangles[t * 3 + 2]!] as const
    const between = (array: Float32Array): Vec => [
      array[corner[0] * 3]! * weights[0] + array[corner[1] * 3]! * weights[1] + array[corner[2] * 3]! * weights[2],
      array[corner[0] * 3 + 1]! * weights[0] +
        array[corner[1] * 3 + 1]! * weights[1] +
        array[corner[2] * 3 + 1]! * weights[2],
      array[corner[0] * 3 + 2]! * weights[0] +
        array[corner[1] * 3 + 2]! * weights[1] +
        array[corner[2] * 3 + 2]! * weights[2],
    ]
    const point = between(corners.points)
    const outward = unit(between(corners.normals))
    const view = unit(sub(point, eye))
    const behind = dot(outward, view) > 0
    const normal = behind ? scale(outward, -1) : outward
    const along = between(corners.along)
    return { t, weights, corner, point, normal, view, behind, along, material: (parts[owner[t]!] as Part).material }
  }

  function light(seen: Seen, at: number): Vec {
    const here = place(seen, at)
    const { corner, weights, point, view, material } = here
    const share = (array: Float32Array) =>
      array[corner[0]]! * weights[0] + array[corner[1]]! * weights[1] + array[corner[2]]! * weights[2]
    Object.assign(spot, { x: point[0], y: point[1], z: point[2], rough: 0.6, metal: 0, sheen: 0, coat: 0, glow: 0 })
    spot.slopeU = 0
    spot.slopeV = 0
    spot.u = share2(corners.uv, corner, weights, 0)
    spot.v = share2(corners.uv, corner, weights, 1)
    material.paint(spot)

    let { normal } = here
    if (spot.slopeU || spot.slopeV) {
      const over = cross(normal, here.along)
      const tilt = add(scale(here.along, spot.slopeU), scale(over, spot.slopeV))
      normal = unit(sub(normal, tilt))
    }
    const facing = clamp(-dot(view, normal), 0.02, 1)
    const open = clamp(share(here.behind ? skyBehind : sky))
    const lit = share(keyReach)
    if (material.gem) return sparkle(normal, view, here.t, open, table)
    return surfaceLight(normal, view, facing, open, lit, table)
  }

  return { light, place }
}

function share2(
  uv: Float32Array,
  c: readonly [number, number, number],
  w: readonly [number, number, number],
  k: number,
) {
  return uv[c[0] * 2 + k]! * w[0] + uv[c[1] * 2 + k]! * w[1] + uv[c[2] * 2 + k]! * w[2]
}

// Diffuse light, mirror light, velvet's pale edge and lacquer for the spot just painted.
function surfaceLight(normal: Vec, view: Vec, facing: number, open: number, lit: number, table: Vec): Vec {
  const { rough, metal, sheen, coat, glow } = spot
  const toKey = dot(normal, key)
  const keyLight = 1.78 * (clamp(toKey) * (1 - glow * 0.5) + clamp((toKey + 0.6) / 1.6) * glow * 0.5) * lit
  const up = normal[1] * 0.5 + 0.5
  const front = 0.12 * clamp(normal[2])
  const edge = (1 - facing) ** 5
  const toMirror = studio(mirrored(view, normal), rough, table)
  const toCoat = coat > 0 ? studio(mirrored(view, normal), 0.04, table) : toMirror
  const mirrorOpen = clamp(open * 1.25 - 0.12) * (0.35 + 0.65 * clamp(lit + open * 0.5))
  const pale = sheen * (1 - facing) ** 2.5 * (0.25 + 0.75 * open) * (0.35 + keyLight * 0.5)
  // Cloth and plaster have no mirror of their own.
  const matte = 1 - 0.8 * smooth(0.6, 0.9, rough)
  const coatShare = coat * (0.045 + 0.955 * edge)
  const channel = (k: 0 | 1 | 2, albedo: number) => {
    // Light bounces inside folds and takes the cloth's own colour.
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
  return [channel(0, spot.r), channel(1, spot.g), channel(2, spot.b)]
}

// A facet shows the lamps once on its face and several times from within, each time from another corner of the stone.
function sparkle(normal: Vec, view: Vec, facet: number, open: number, table: Vec): Vec {
  const edge = 0.06 + 0.94 * (1 - clamp(-dot(view, normal))) ** 5
  const face = studio(mirrored(view, normal), 0.03, table)
  const inside = bent(view, normal, 1 / 1.9)
  const light: [number, number, number] = [0, 0, 0]
  for (let i = 0; i < 3; i++) {
    const a = hash(facet, i, 1) * 6.28
    const lean = 0.25 + 0.6 * hash(facet, i, 2)
    const wall = unit([Math.cos(a) * lean, Math.sin(a) * lean, 1])
    const back = studio(mirrored(inside, wall), 0.06, table)
    for (let k = 0; k < 3; k++)
      light[k] = light[k]! + (back[k]! * (0.7 + 0.5 * smooth(0.3, 1, hash(facet, i, 3 + k)))) / 3
  }
  const depth = 0.35 + 0.65 * hash(facet, 9)
  const colour = [spot.r, spot.g, spot.b]
  return [0, 1, 2].map(k => {
    const tint = colour[k]! ** (0.45 + 0.75 * depth)
    return face[k]! * edge + light[k]! * tint * 1.15 * (0.5 + 0.5 * open) + colour[k]! * 0.12
  }) as unknown as Vec
}
