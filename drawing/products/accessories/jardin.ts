import { surface } from '#kit/geometry/mesh.ts'
import { fractalNoise, noise } from '#kit/geometry/noise.ts'
import { tube } from '#kit/geometry/solids.ts'
import { hex, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { brass } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// The printed square: x and y run from -1 to 1 over the cloth.
function jardinPrint(x: number, y: number): Vec {
  const [ground, deep, cream, rose] = [hex('#a3192b'), hex('#5d0c1b'), hex('#f0e2cf'), hex('#d98a83')]
  const edge = Math.max(Math.abs(x), Math.abs(y))
  if (edge > 0.955) return deep
  if (edge > 0.93) return cream
  if (edge > 0.7) {
    // A stem trails along the border, with a pair of leaves at every step.
    const along = Math.abs(x) > Math.abs(y) ? y : x
    const [t, rise] = [along * 8, (edge - 0.815) * 8 - 0.16 * Math.sin(along * 16)]
    if (Math.abs(rise) < 0.05) return cream
    const cell = Math.floor(t)
    const [fx, fy] = [t - cell - 0.42, Math.abs(rise) - 0.34]
    const [lx, ly] = [fx * 0.6 + fy * 0.8, fy * 0.6 - fx * 0.8]
    if (Math.abs(ly) > 0.17 * (1 - (lx / 0.42) ** 2)) return ground
    if (Math.abs(ly) < 0.018) return deep
    return rise > 0 ? cream : rose
  }
  if (edge > 0.685) return cream
  const petals = Math.cos(Math.atan2(y, x) * 8)
  const r = Math.hypot(x, y)
  if (r < 0.44 + 0.1 * petals && r > 0.4 + 0.1 * petals) return cream
  if (r < 0.3 + 0.06 * petals && r > 0.14) return deep
  return ground
}

export function jardinSquare(): Scene {
  const silk: Material = {
    paint(sample) {
      const a = sample.u * turn
      const reach = 1 / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a)))
      setColour(sample, jardinPrint(Math.cos(a) * reach * sample.v, Math.sin(a) * reach * sample.v))
      const twill = noise((sample.x + sample.y) * 90, sample.z * 90)
      sample.r *= 1 + 0.04 * twill
      sample.rough = 0.4
      sample.metal = 0.12
      sample.sheen = 0.2
    },
  }
  // A square pulled through a ring by its middle falls in deep folds with four long points.
  const fall = surface(
    720,
    260,
    (u, v) => {
      const a = u * turn
      const reach = 1 / Math.max(Math.abs(Math.cos(a)), Math.abs(Math.sin(a)))
      const length = v * reach * 2.72
      const fold = Math.cos(a * 6 + 0.9 * Math.sin(a * 2 + 1)) + 0.45 * Math.cos(a * 11 + 2)
      const open = smoothstep(0, 3.6, length)
      const r =
        0.075 +
        0.8 * open ** 0.85 * (1 + 0.5 * fold * smoothstep(0.1, 1.2, length)) +
        0.02 * fractalNoise(Math.cos(a) * 3, Math.sin(a) * 3, length)
      const sway = 0.09 * Math.sin(length * 1.3)
      return [Math.sin(a + 0.25) * r * 1.25 + sway, 4.18 - length * 0.965, Math.cos(a + 0.25) * r * 0.72 + 0.1]
    },
    { closed: true },
  )
  const tuft = surface(
    240,
    60,
    (u, v) => {
      const a = u * turn
      const r = 0.075 + 0.16 * Math.sin(v * Math.PI * 0.62) * (1 + 0.28 * Math.cos(a * 5 + 1))
      return [Math.sin(a) * r * 1.2, 4.18 + v * 0.3 * (1 + 0.35 * Math.cos(a * 4)), 0.1 + Math.cos(a) * r * 0.8]
    },
    { closed: true },
  )
  const plain: Material = {
    paint(sample) {
      setColour(sample, hex('#a3192b'))
      sample.rough = 0.4
      sample.metal = 0.12
      sample.sheen = 0.2
    },
  }
  const ring = tube(t => [Math.cos(t * turn) * 0.135, 4.18, 0.1 + Math.sin(t * turn) * 0.125], 0.04, { closed: true })
  const rail = tube(t => [mix(-3.2, 3.2, t), 4.66, 0.02], 0.035, { steps: 40 })
  const loop = tube(t => [Math.cos(t * turn) * 0.03, 4.5 + Math.sin(t * turn) * 0.24, 0.08], 0.017, {
    closed: true,
    up: [0, 0, 1],
  })
  return createScene([part(fall, silk), part(tuft, plain), ...[ring, rail, loop].map(mesh => part(mesh, brass()))], {
    wall: '#eee4db',
    table: '#dbc9bd',
    height: 4.75,
    target: [0.04, 2.52, 0],
    pitch: 5,
  })
}
