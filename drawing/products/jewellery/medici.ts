import { surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise, noise } from '#kit/geometry/noise.ts'
import { tube } from '#kit/geometry/solids.ts'
import { oval } from '#kit/geometry/stones.ts'
import { hex, hump, mix, mixVec, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { gold } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, part } from '#kit/scene/part.ts'
import { block, limestone, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

/** Lapis lazuli: ultramarine with pale veins and flecks of pyrite. */
const lapis: Material = {
  paint(sample) {
    const layer = fractalNoise(sample.x * 2.4, sample.y * 2.4, sample.z * 2.4, 4)
    const vein = smoothstep(0.3, 0.42, fractalNoise(sample.x * 1.7 + 4, sample.y * 3, sample.z * 1.7, 3))
    const fleck = smoothstep(0.6, 0.68, noise(sample.x * 24, sample.y * 24, sample.z * 24))
    setColour(
      sample,
      mixVec(mixVec(hex('#102a84'), hex('#081446'), smoothstep(-0.2, 0.3, layer)), hex('#7f9bd0'), vein * 0.55),
    )
    if (fleck > 0.5) setColour(sample, hex('#d9b25e'))
    sample.metal = fleck
    sample.rough = 0.34
    sample.coat = 0.3
  },
}

export function mediciSignet(): Scene {
  const band = gold(0.1)
  const radius = 1.12
  const hoop = surface(
    360,
    60,
    (u, v): Vec => {
      const a = u * turn
      const away = Math.min(u, 1 - u)
      const top = hump(0, 0.24, away)
      // The shoulders broaden into a flat-topped head.
      const wide = mix(0.17, 0.74, top ** 1.5)
      const thick = mix(0.1, 0.22, top)
      const [c, s] = [Math.cos(v * turn), Math.sin(v * turn)]
      const soft = (x: number) => Math.sign(x) * Math.abs(x) ** 0.7
      const r = radius + soft(s) * thick + 0.1 * top
      const [x, y] = [Math.sin(a) * r, Math.cos(a) * r]
      return [x, s > 0 ? Math.min(y, 1.44) : y, soft(c) * wide]
    },
    { closed: true },
  )
  const face = oval(1.12, 1.36)
  const at = (t: number, k: number, y: number): Vec => {
    const [x, z] = face(t)
    return [x * k, y, z * k]
  }
  const plate = surface(200, 30, (u, v) => at(1 - u, v * 1.2, 1.46 - 0.2 * smoothstep(0.94, 1, v)), { closed: true })
  const stone = surface(200, 60, (u, v) => at(1 - u, v, 1.475 + 0.07 * (1 - v * v)), { closed: true })
  const rim = tube(t => at(t, 1.02, 1.475), 0.045, { closed: true, steps: 160, sides: 16 })
  const bead = tube(t => at(t, 1.17, 1.44), 0.03, { closed: true, steps: 160, sides: 12 })
  const ring = [...[hoop, plate, rim, bead].map(mesh => part(mesh, band)), part(stone, lapis)]
  return createScene(
    [
      ...moveParts(moveParts(ring, [0, 0, 0], [0, 28, 0]), [0.02, 1.9, 0.2], [38, 0, -4], 1.24),
      block([3.4, 0.62, 2.6], [0, 0, 0.1], travertine(), 10),
      part(
        transform(
          surface(60, 60, (u, v): Vec => [mix(-1.6, 1.6, u), 0, mix(1.2, -1.2, v)]),
          { rotate: [0, 10, 0], move: [0, 0.623, 0.1] },
        ),
        travertine(),
      ),
      block([1.1, 2.5, 0.9], [-1.05, 0, -1.7], limestone(), -14),
    ],
    { wall: '#e2e2e4', table: '#cdc8c3', height: 5.0, target: [0, 1.9, 0], pitch: 15 },
  )
}
