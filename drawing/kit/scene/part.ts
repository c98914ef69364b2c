import type { Mesh } from '../geometry/mesh.ts'
import { type Transform, transform } from '../geometry/mesh.ts'
import type { Vec } from '../geometry/vec.ts'

/** One place of a surface: a material reads position and u, v, and sets the rest. One object is reused for every place. */
export interface SurfaceSample {
  x: number
  y: number
  z: number
  u: number
  v: number
  /** Linear colour, roughness 0..1, metal 0..1, sheen (velvet's pale edge) and clear coat 0..1. */
  r: number
  g: number
  b: number
  rough: number
  metal: number
  sheen: number
  coat: number
  /** Light that passes through from behind, as in wax, skin and thin cloth, 0..1. */
  glow: number
  /** How steeply the surface rises along u and along v. */
  slopeU: number
  slopeV: number
}

export type Paint = (sample: SurfaceSample) => void

export interface Material {
  paint: Paint
  /** Glass: what is behind shows through, tinted once for every `depth` of thickness. */
  glass?: { tint: Vec; depth: number; bend: number; frost?: number }
  /** A cut stone: it reflects light from the inside of its facets too. */
  gem?: boolean
  /** False for backdrops, which take shadows but throw none. */
  shadow?: boolean
  /** How far shadows on it are blurred. */
  softness?: number
}

export interface Part {
  mesh: Mesh
  material: Material
}

export const part = (mesh: Mesh, material: Material): Part => ({ mesh, material })

/** Applies one transform to several parts. */
export const transformParts = (parts: Part[], place: Transform): Part[] =>
  parts.map(({ mesh, material }) => ({ mesh: transform(mesh, place), material }))

/** The same with positional arguments; `angle` is in degrees. */
export const moveParts = (parts: Part[], move: Vec, angle: Vec = [0, 0, 0], scale = 1): Part[] =>
  transformParts(parts, { scale, rotate: angle, move })

export interface Camera {
  eye: Vec
  target: Vec
  /** World units from the top to the bottom of the frame at the target. */
  height: number
}
