import { surface } from '#kit/geometry/mesh.ts'
import { hash, noise } from '#kit/geometry/noise.ts'
import { ball, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { gold } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { sphereAt } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

const metalwork = gold(0.13)

// A petal around an angle: wide, cupped, its edge crimped as if just unfolded.
function petal(angle: number, z: number, size: number, seed: number): Part[] {
  const enamel = plainMaterial('#a80f14', {
    rough: 0.14,
    coat: 1,
    over(sample) {
      const vein = 0.5 + 0.5 * Math.cos(sample.u * 90 + 3 * noise(sample.u * 6, sample.v * 3, seed))
      const dark = smoothstep(0.42, 0.05, sample.v)
      const k = (1 - 0.16 * vein * (1 - sample.v)) * mix(1, 0.12, dark)
      sample.r *= k
      sample.g *= k
      sample.b *= k
    },
  })
  const at = (u: number, v: number): Vec => {
    const a = angle + (u - 0.5) * 1.9 * smoothstep(-0.35, 0.5, v)
    const crimp = noise(u * 7, seed) * 0.07 + 0.03 * Math.cos(u * 40 + seed)
    const r = size * v * (1 - 0.2 * Math.abs(2 * u - 1) ** 2.6 + crimp * v)
    const cup = 0.34 * v ** 2 + 0.06 * Math.cos(u * 17 + seed) * v * v - 0.1 * Math.sin(Math.PI * u) * v
    return [Math.sin(a) * r, Math.cos(a) * r, z + cup]
  }
  const edge = (t: number): Vec => {
    const v = mix(0.06, 1, t < 0.25 ? t / 0.25 : t > 0.75 ? (1 - t) / 0.25 : 1)
    return at(t < 0.25 ? 0 : t > 0.75 ? 1 : (t - 0.25) * 2, v)
  }
  return [
    part(surface(120, 70, at), enamel),
    part(tube(edge, 0.022, { steps: 240, sides: 10, up: [0, 0, 1] }), metalwork),
  ]
}

export function coquelicotBrooch(): Scene {
  const onyx = plainMaterial('#0e0c0d', { rough: 0.15, coat: 0.9 })
  const stamens = Array.from({ length: 64 }, (_, i) => {
    const r = 0.5 * Math.sqrt((i + 0.5) / 64)
    const a = i * 2.39996
    const near = r < 0.2
    return sphereAt(
      ball(16),
      near ? 0.07 : 0.05 + 0.012 * hash(i, 1),
      [Math.sin(a) * r, Math.cos(a) * r, 0.42 + (near ? 0.12 : 0.06 * hash(i, 2))],
      onyx,
    )
  })
  const stemPath = splineThrough([
    [0, -0.2, 0],
    [0.06, -1.2, 0.02],
    [0.28, -2.0, 0.04],
    [0.62, -2.62, 0.06],
  ])
  const leaf = surface(40, 80, (u, v): Vec => {
    const half = 0.24 * Math.sin(Math.PI * v ** 0.8) * (1 + 0.28 * Math.cos(v * 40))
    const s = (u - 0.5) * 2
    return [
      0.2 + 0.95 * v + s * half * -0.5,
      -1.78 + 0.75 * v + s * half * 0.8,
      0.06 + 0.12 * Math.sin(v * 3) - 0.1 * s * s * half,
    ]
  })
  const flower = [
    ...petal(0.75 * turn, 0.02, 1.32, 3),
    ...petal(0.25 * turn, 0.02, 1.32, 7),
    ...petal(0.5 * turn, 0.26, 1.25, 11),
    ...petal(0.01 * turn, 0.28, 1.28, 19),
    ...stamens,
    part(
      tube(stemPath, t => 0.055 - 0.012 * t, { steps: 120, sides: 20, up: [0, 0, 1] }),
      metalwork,
    ),
    part(leaf, metalwork),
  ]
  const wool = woven({
    colour: '#b9a88f',
    threads: 44,
    creases: 0.02,
    crease: 1.1,
    over(sample) {
      sample.slopeU += 0.1 * Math.cos((sample.x + sample.y) * 150)
      sample.sheen = 0.3
    },
  })
  const cloth = surface(260, 300, (u, v): Vec => {
    const [x, y] = [mix(-3.4, 3.4, u), mix(5.9, -0.4, v)]
    return [x, y, -0.2 + 0.1 * noise(x * 0.5, y * 0.5, 2)]
  })
  // The lapel it is pinned to: a second layer with a rolled edge.
  const lapelEdge = (y: number) => 1.55 - 0.42 * (y - 1) + (y > 4.1 ? (y - 4.1) * 1.4 : 0)
  const lapel = surface(160, 240, (u, v): Vec => {
    const y = mix(5.9, -0.4, v)
    const right = lapelEdge(y)
    const x = mix(-3.4, right, u)
    return [
      x,
      y,
      0.04 + 0.05 * smoothstep(0.92, 0.99, u) - 0.12 * smoothstep(0.985, 1, u) + 0.07 * noise(x * 0.6, y * 0.6, 5),
    ]
  })
  return createScene(
    [part(cloth, wool), part(lapel, wool), ...moveParts(flower, [-0.2, 3.12, 0.2], [-4, 6, -6], 1.02)],
    {
      wall: '#b9a88f',
      table: '#cdbda6',
      height: 5.1,
      target: [0, 2.66, 0],
      pitch: 3,
    },
  )
}
