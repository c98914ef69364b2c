import type { Mesh } from '../geometry/mesh.ts'
import { surface, transform } from '../geometry/mesh.ts'
import { lathe, rounded, roundedBox, tube } from '../geometry/solids.ts'
import { add, normalize, scale, sub, type Vec } from '../geometry/vec.ts'
import { stone } from '../materials/materials.ts'
import { type Material, type Part, part } from './part.ts'

export const travertine = () => stone('#d8c7b0', '#c2ab8e', { size: 1.1, rough: 0.8 })
export const limestone = () => stone('#ded8cd', '#cfc6b8', { size: 0.8, rough: 0.85 })
export const marble = () => stone('#ebe7e1', '#b9b1a9', { size: 0.7, rough: 0.25, coat: 0.6 })

/** A block that stands on the table: its full sizes, and the middle of its lower face. */
export const block = ([x, y, z]: Vec, at: Vec, material: Material, angle = 0): Part =>
  part(
    transform(roundedBox([x / 2, y / 2, z / 2], 0.04, 0.035), {
      rotate: [0, angle, 0],
      move: [at[0], at[1] + y / 2, at[2]],
    }),
    material,
  )

/** The face of an upright panel, fine enough for the shadows of jewellery. */
export const panel = (width: number, height: number, at: Vec, material: Material): Part =>
  part(
    surface(220, 220, (u, v) => [at[0] + (u - 0.5) * width, at[1] + v * height, at[2]]),
    material,
  )

/** A round plinth. */
export function plinth(radius: number, height: number, at: Vec, material: Material): Part {
  // Shadows are computed per vertex, so the side and top that they fall on need many rows.
  const side = Array.from({ length: 8 }, (_, i): [number, number] => [radius, (height * i) / 7])
  const top = Array.from({ length: 24 }, (_, i): [number, number] => [radius * (1 - (i + 1) / 24) + 0.0001, height])
  return part(transform(lathe(rounded([[0.0001, 0], ...side, ...top], 0.035), 200, 1), { move: at }), material)
}

export const sphereAt = (mesh: Mesh, radius: number, at: Vec, material: Material): Part =>
  part(transform(mesh, { scale: radius, move: at }), material)

/** `count` stitches along a path; `share` is the part of each step that thread covers. */
export function stitches(
  path: (t: number) => Vec,
  count: number,
  radius: number,
  material: Material,
  share = 0.62,
): Part[] {
  return Array.from({ length: count }, (_, i) => {
    const a = path((i + 0.5 - share / 2) / count)
    const b = path((i + 0.5 + share / 2) / count)
    const along = normalize(sub(b, a))
    const from = add(a, scale(along, -radius * 0.5))
    const thread = tube(
      t => add(from, scale(sub(b, from), t)),
      t => radius * Math.max(0.15, Math.sin(Math.PI * (0.06 + t * 0.88)) ** 0.5),
      {
        steps: 4,
        sides: 6,
      },
    )
    return part(thread, material)
  })
}

/** An upright panel with a round top: half its width, its full height, the middle of its lower edge. */
export function arch(half: number, height: number, at: Vec, material: Material, thickness = 0.25): Part[] {
  const spring = height - half
  const outline = (t: number): [number, number] => {
    if (t < 0.3) return [-half, (t / 0.3) * spring]
    if (t > 0.7) return [half, ((1 - t) / 0.3) * spring]
    const a = ((t - 0.3) / 0.4) * Math.PI
    return [-Math.cos(a) * half, spring + Math.sin(a) * half]
  }
  const face = surface(200, 20, (u, v) => {
    const [x, y] = outline(u)
    return [at[0] + x * v, at[1] + y * v, at[2]]
  })
  const side = surface(200, 4, (u, v) => {
    const [x, y] = outline(u)
    return [at[0] + x, at[1] + y, at[2] - v * thickness]
  })
  return [part(face, material), part(side, material)]
}
