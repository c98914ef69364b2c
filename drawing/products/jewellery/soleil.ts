import { chain, link } from '#kit/geometry/chain.ts'
import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { lathe, rounded, splineThrough, tube } from '#kit/geometry/solids.ts'
import { smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { stone } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { part } from '#kit/scene/part.ts'
import { block, panel } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function medallionDisc(): Mesh {
  return surface(
    720,
    160,
    (u, v): Vec => {
      const r = Math.max(0.0005, v)
      const rays = Math.cos(u * turn * 16)
      const ray =
        smoothstep(0.3, 0.36, r) *
        smoothstep(0.84 + 0.06 * rays, 0.8 + 0.06 * rays, r) *
        smoothstep(-0.2, 0.5, rays + 0.3 * (0.6 - r))
      const face = smoothstep(0.29, 0.26, r) * (0.04 + 0.05 * Math.sqrt(Math.max(0, 1 - (r / 0.3) ** 2)))
      const rim = smoothstep(0.9, 0.93, r) * smoothstep(1, 0.985, r)
      const z = 0.05 * (1 - r * r) + 0.045 * ray + face + 0.05 * rim
      return [Math.sin(u * turn) * r, Math.cos(u * turn) * r, z]
    },
    { closed: true },
  )
}

export function soleilMedallion(): Scene {
  const shine = gold(0.13)
  const half = (s: number) =>
    splineThrough([
      [s * 0.12, 1.62, 0.12],
      [s * 0.55, 2.35, 0.14],
      [s * 1.05, 3.3, 0.14],
      [s * 1.3, 3.9, 0.14],
      [s * 1.4, 4.22, 0.1],
      [s * 1.44, 4.36, -0.12],
      [s * 1.44, 4.36, -0.6],
    ])
  const paperclip = link(0.3, 0.115, 0.021)
  const chains = [1, -1].flatMap(s => chain(half(s), 27, paperclip, 64))
  const disc = transform(medallionDisc(), { scale: 0.92, rotate: [-3, 9, 0], move: [0, 0.62, 0.1] })
  const back = transform(
    lathe(
      rounded(
        [
          [0.0001, -0.05],
          [0.92, -0.05],
          [0.92, 0.02],
          [0.0001, 0.02],
        ],
        0.02,
      ),
      128,
    ),
    { rotate: [90, 9, 0], move: [0, 0.62, 0.09] },
  )
  const bail = tube(t => [Math.cos(t * turn) * 0.07, 1.6 + Math.sin(t * turn) * 0.11, 0.12], 0.026, {
    closed: true,
    up: [0, 0, 1],
  })
  const rock = stone('#cdb9a0', '#b59d80', { size: 0.8, rough: 0.9 })
  const roundedBox = [block([3.3, 5.2, 0.5], [0, -0.55, -0.42], rock), panel(3.2, 4.6, [0, 0, -0.165], rock)]
  const parts = [disc, back, bail, ...chains].map(mesh => part(transform(mesh, { move: [0, 0.35, 0.05] }), shine))
  return createScene([...parts, ...roundedBox], {
    wall: '#ece2d5',
    table: '#d9c8b4',
    height: 5.5,
    target: [0, 2.45, 0],
    pitch: 6,
    yaw: -6,
  })
}
