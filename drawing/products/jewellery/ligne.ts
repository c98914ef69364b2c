import { surface, transform } from '#kit/geometry/mesh.ts'
import { tube } from '#kit/geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { stone } from '#kit/materials/materials.ts'
import { hammered, silver } from '#kit/materials/metals.ts'
import { type Part, part } from '#kit/scene/part.ts'
import { plinth } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function ligneCuff(): Scene {
  const band = (radius: number) =>
    surface(360, 60, (u, v): Vec => {
      const a = (u * 0.82 + 0.09 + 0.06) * turn
      const x = (v - 0.5) * 2
      const flare = 0.06 * x * x
      const wide = 0.78 * (1 - 0.3 * smoothstep(0.4, 0.5, Math.abs(u - 0.5)))
      const end = Math.sqrt(Math.max(0, 1 - (smoothstep(0.44, 0.5, Math.abs(u - 0.5)) * 0.96) ** 2))
      return [Math.sin(a) * (radius + flare) * 1.16, x * wide * mix(0.5, 1, end), Math.cos(a) * (radius + flare)]
    })
  const rim = (s: number) =>
    tube(
      t => {
        const a = (t * 0.82 + 0.15) * turn
        const wide = 0.78 * (1 - 0.3 * smoothstep(0.4, 0.5, Math.abs(t - 0.5)))
        const end = Math.sqrt(Math.max(0, 1 - (smoothstep(0.44, 0.5, Math.abs(t - 0.5)) * 0.96) ** 2))
        return [Math.sin(a) * 1.555 * 1.16, s * wide * mix(0.5, 1, end), Math.cos(a) * 1.555]
      },
      0.045,
      { steps: 300, sides: 12 },
    )
  const ends = [0, 1].map(t =>
    tube(
      s => {
        const a = (t * 0.82 + 0.15) * turn
        return [Math.sin(a) * 1.555 * 1.16, (s - 0.5) * 1.09 * 0.62, Math.cos(a) * 1.555]
      },
      0.045,
      { steps: 20 },
    ),
  )
  const parts: Part[] = [
    part(band(1.5), hammered({ colour: '#eeeeec', across: 44, down: 8, rough: 0.14 })),
    part(band(1.43), silver(0.14)),
    ...[rim(1), rim(-1), ...ends].map(mesh => part(mesh, silver(0.12))),
  ]
  const lying = parts.map(({ mesh, material }) =>
    part(transform(mesh, { rotate: [0, 150, 0], move: [0, 1.42, 0] }), material),
  )
  return createScene([...lying, plinth(2.15, 0.55, [0, 0, 0], stone('#cfc8bf', '#b5aca1', { rough: 0.9 }))], {
    wall: '#e4e1dd',
    table: '#c9c3bb',
    height: 5.0,
    target: [0, 1.25, 0],
    pitch: 24,
  })
}
