import type { Mesh } from '../geometry/mesh.ts'
import { type Place, placed } from '../geometry/mesh.ts'
import type { Vec } from '../geometry/vec.ts'

/** What a material is told about the place it paints, and what it answers. One object is reused for every place. */
export interface Spot {
  x: number
  y: number
  z: number
  u: number
  v: number
  /** Answers: colour as light, roughness 0..1, metal 0..1, sheen (velvet's pale edge) and clear coat 0..1. */
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

export type Paint = (spot: Spot) => void

export interface Material {
  paint: Paint
  /** Clear things: what is behind shows through, tinted once for every `depth` of thickness. */
  glass?: { tint: Vec; depth: number; bend: number; frost?: number }
  /** A cut stone: light enters, wanders between the facets and sparkles. */
  gem?: boolean
  /** False for backdrops, which take shadows but throw none. */
  shadow?: boolean
  /** How far shadows on it are blurred. */
  softness?: number
}

/** A thing in the picture. */
export interface Part {
  mesh: Mesh
  material: Material
}

export const part = (mesh: Mesh, material: Material): Part => ({ mesh, material })

/** Moves a whole group of parts together. */
export const arrange = (parts: Part[], place: Place): Part[] =>
  parts.map(({ mesh, material }) => ({ mesh: placed(mesh, place), material }))

/** The same in short: where to, turned how, how large. */
export const moved = (parts: Part[], move: Vec, angle: Vec = [0, 0, 0], scale = 1): Part[] =>
  arrange(parts, { scale, turn: angle, move })

export interface Camera {
  eye: Vec
  target: Vec
  /** How much of the world, in its units, the frame shows from top to bottom at the target. */
  height: number
}
