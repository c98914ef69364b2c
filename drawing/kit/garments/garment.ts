import { type Mesh, surface } from '../geometry/mesh.ts'
import { noise } from '../geometry/noise.ts'
import { splineThrough, tube } from '../geometry/solids.ts'
import { curve, hump, mix, smoothstep, turn, type Vec } from '../geometry/vec.ts'
import { bodyAt, girth, heights } from './dress-form.ts'

/** How a dress is cut. Angles are in turns, 0 in front, 0.25 at our right. */
export interface Cut {
  /** Height of the upper edge around the body. */
  neck: (angle: number) => number
  /** Height of the lower edge. */
  hem: (angle: number) => number
  /** `[height, half width, half depth]` below the waist, from the hem up to the waist. */
  skirt: [number, number, number][]
  /** How far the cloth stands off from the body above the waist. */
  ease?: number
  /** Folds: how far the cloth is pushed out (or in) at a place. */
  flow?: (angle: number, y: number) => number
}

/** How far an angle is from the middle of the front: 0..0.5. */
export const around = (angle: number): number => Math.min(angle, 1 - angle)

/** 1 in the middle of the front, -1 in the middle of the back. */
export const frontness = (angle: number): number => Math.cos(angle * turn)

/** Where the cloth is, at an angle and a height. */
export function clothAt({ skirt, ease = 0.02, flow = () => 0 }: Cut): (angle: number, y: number) => Vec {
  const width = curve(skirt.map(([y, w]) => [y, w]))
  const depth = curve(skirt.map(([y, , d]) => [y, d]))
  return (angle, y) => {
    const a = angle * 2 * Math.PI
    const [s, c] = [Math.sin(a), Math.cos(a)]
    const loose = smoothstep(heights.waist + 0.12, heights.waist - 0.1, y)
    const [x, , z] = bodyAt(angle, Math.max(y, 2.05), ease)
    const [w, d] = y < heights.waist + 0.12 ? [width(y), depth(y)] : girth(y)
    const push = flow(angle, y)
    return [mix(x, s * w, loose) + s * push, y, mix(z, c * d + 0.02, loose) + c * push]
  }
}

/** The body of a dress as one sheet from neck to hem, without its armholes when it has them. */
export function dressBody(cut: Cut, armhole = false, columns = 440, rows = 340): Mesh {
  const at = clothAt(cut)
  const mesh = surface(columns, rows, (u, v) => at(u, mix(cut.neck(u), cut.hem(u), v)), { closed: true })
  return armhole ? removeTriangles(mesh, inArmhole) : mesh
}

const arm = { y: 4.09, height: 0.29, depth: 0.15 }
const inArmhole = ([x, y, z]: Vec) =>
  Math.abs(x) > 0.34 && ((z - 0.01) / arm.depth) ** 2 + ((y - arm.y) / arm.height) ** 2 < 1

/** The narrow binding around both armholes. */
export function armholeBindings(cut: Cut, radius = 0.016): Mesh[] {
  const at = clothAt(cut)
  return [1, -1].map(side =>
    tube(
      t => {
        const a = t * 2 * Math.PI
        const y = arm.y + arm.height * Math.sin(a)
        const z = 0.01 + arm.depth * Math.cos(a)
        // The angle at which the cloth lies at this depth.
        let [low, high] = [0.05, 0.45]
        for (let i = 0; i < 24; i++) {
          const middle = (low + high) / 2
          if (at(side > 0 ? middle : 1 - middle, y)[2] > z) low = middle
          else high = middle
        }
        return at(side > 0 ? low : 1 - low, y)
      },
      radius,
      { closed: true, sides: 10 },
    ),
  )
}

/** A binding along the neck or, with `height`, around the body at any height. */
export function binding(cut: Cut, height: (angle: number) => number = cut.neck, radius = 0.016): Mesh {
  const at = clothAt(cut)
  return tube(t => at(t, height(t)), radius, { closed: true, steps: 480, sides: 10 })
}

/** A sleeve down a hanging arm: `length` 0..1 of the arm, `radius` along it. */
export function sleeve(side: 1 | -1, length: number, radius: (t: number) => number, wrinkle = 0.012): Mesh {
  const path = armPath(side)
  // At the shoulder the sleeve starts slim, inside the bodice.
  const tubeMesh = tube(
    t => path(t * length),
    t => radius(t) * (0.5 + 0.5 * smoothstep(-0.02, 0.16 / length, t)),
    { steps: 160, sides: 72, up: [0, 0, 1] },
  )
  for (let i = 0; i < tubeMesh.points.length; i += 3) {
    const [x, y, z] = [tubeMesh.points[i]!, tubeMesh.points[i + 1]!, tubeMesh.points[i + 2]!]
    const push = wrinkle * noise(x * 4 + y * 1.5, y * 7 - x * 3, z * 4)
    for (let k = 0; k < 3; k++) tubeMesh.points[i + k]! += tubeMesh.normals[i + k]! * push
  }
  return tubeMesh
}

export function armPath(side: 1 | -1): (t: number) => Vec {
  return splineThrough(
    (
      [
        [0.36, 4.24, 0],
        [0.54, 4.16, 0],
        [0.66, 3.84, 0.01],
        [0.76, 3.4, 0.02],
        [0.83, 2.95, 0.06],
        [0.87, 2.5, 0.14],
        [0.89, 2.2, 0.2],
      ] as Vec[]
    ).map(([x, y, z]): Vec => [x * side, y, z]),
  )
}

/**
 * A set-in sleeve: it leaves the armhole at the height of the shoulder and falls along a hanging arm. `length` is 0..1
 * of the arm, `wide` its half width along it, `crumple` the depth of the folds in the crook of the arm.
 */
export function setInSleeve(
  side: 1 | -1,
  length: number,
  wide: (t: number) => number,
  { crumple = 0.02, seed = 0 } = {},
): Mesh {
  const path = splineThrough([
    [0.4, 4.13, 0],
    [0.54, 4.06, 0],
    [0.64, 3.83, 0],
    [0.7, 3.4, 0.02],
    [0.745, 2.95, 0.06],
    [0.775, 2.5, 0.14],
    [0.79, 2.2, 0.2],
  ])
  return surface(
    96,
    240,
    (u, v): Vec => {
      const t = v * length
      const [x, y, z] = path(t)
      const [nx, ny, nz] = path(Math.min(1, t + 0.01))
      const long = Math.hypot(nx - x, ny - y) || 1
      // Across the arm, away from the body; the other direction of the ring is z.
      const [ox, oy] = [-(ny - y) / long, (nx - x) / long]
      const cap = smoothstep(0.3, 0, t)
      const a = u * turn
      const [c, s] = [Math.cos(a), Math.sin(a)]
      // Its first ring hides inside the bodice.
      const within = 0.72 + 0.28 * smoothstep(0, 0.07, t)
      const half = mix(wide(v), 0.25, cap) * within
      const deep = mix(wide(v) * 1.05, 0.17, smoothstep(0.22, 0, t)) * within
      const elbow = hump(0.56, 0.3, t) + 0.55 * hump(0.22, 0.14, t) * (1 - c) + 0.5 * hump(0.93, 0.16, t)
      const crease = 1 - 2 * noise(s * 1.2 + seed, t * 11 + c * 1.6 + side, c * 1.2 - seed) ** 2 * 1.6
      const push = crumple * crease * elbow + 0.4 * crumple * noise(s * 2 + seed, t * 6, c * 2)
      const reach = c * (half + push)
      return [side * (x + ox * reach), y + oy * reach, z + s * side * (deep + push) - (nz - z) * c * 0.4]
    },
    { closed: true },
  )
}

/** Folds that open towards the hem, `count` around the body, irregular as cloth is. */
export function folds(
  count: number,
  from: number,
  to: number,
  depth: number,
  seed = 0,
): (angle: number, y: number) => number {
  return (angle, y) => {
    const [s, c] = [Math.sin(angle * 2 * Math.PI), Math.cos(angle * 2 * Math.PI)]
    const wander = 0.9 * noise(s * 1.7 + seed, c * 1.7, 0.2 * y) + 0.25 * noise(s * 4, c * 4 + seed, 3)
    const phase = angle * count * 2 * Math.PI + wander * 2.4
    const strength = 0.65 + 0.5 * noise(s * 2.3, c * 2.3 - seed, 7)
    return depth * smoothstep(from, to, y) * strength * (Math.cos(phase) + 0.35 * Math.cos(2 * phase + 1.1))
  }
}

/** The mesh without the triangles that lie wholly in `hole`. */
export function removeTriangles(mesh: Mesh, hole: (point: Vec) => boolean): Mesh {
  const inside = (i: number) => hole([mesh.points[i * 3]!, mesh.points[i * 3 + 1]!, mesh.points[i * 3 + 2]!])
  const remaining: number[] = []
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    const [a, b, c] = [mesh.triangles[t]!, mesh.triangles[t + 1]!, mesh.triangles[t + 2]!]
    if (!(inside(a) && inside(b) && inside(c))) remaining.push(a, b, c)
  }
  return { ...mesh, triangles: Uint32Array.from(remaining) }
}

/** A spaghetti strap that lies on the shoulder, from a place in front to one at the same side behind. */
export function strap(front: Vec, back: Vec, radius = 0.012): Mesh {
  const side = Math.sign(front[0])
  const lying = (share: number, behind: boolean): Vec => {
    const from = behind ? back : front
    const y = mix(from[1], 4.44, share)
    const x = Math.min(mix(Math.abs(from[0]), 0.315, share ** 0.7), girth(y)[0] * 0.998)
    const c = Math.sqrt(1 - (x / girth(y)[0]) ** 2)
    const [, , z] = bodyAt(0, y)
    const [, , zBack] = bodyAt(0.5, y)
    return [x * side, y, behind ? zBack * c - 0.012 : z * c + 0.012]
  }
  const shares = [0.15, 0.35, 0.55, 0.75, 0.92, 1]
  const up = shares.map(share => lying(share, false))
  const down = shares.toReversed().map(share => lying(share, true))
  return tube(splineThrough([front, ...up, [0.315 * side, 4.462, -0.02], ...down, back]), radius, {
    steps: 120,
    sides: 10,
  })
}
