import { cushion, faceOf, superellipse } from '#kit/geometry/cushion.ts'
import { type Mesh, surface, transform } from '#kit/geometry/mesh.ts'
import { fractalNoise, noise } from '#kit/geometry/noise.ts'
import { roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { hump, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather, woven } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass } from '#kit/materials/metals.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { stitches } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// Half the height of the sack; the drawing stands on its middle.
const half = 1.68
const leatherTop = -1.12

// Canvas that has been carried: the mesh, pushed in and out along its normals.
function carried(mesh: Mesh, depth: number): Mesh {
  for (let i = 0; i < mesh.points.length; i += 3) {
    const [x, y, z] = [mesh.points[i]!, mesh.points[i + 1]!, mesh.points[i + 2]!]
    const sag =
      0.6 * noise(x * 1.3 + y * 0.6, y * 1.7, z * 1.5) + 0.4 * Math.abs(noise(x * 2.2 - y, y * 3.4 + x, z * 2))
    for (let k = 0; k < 3; k++) mesh.points[i + k]! += mesh.normals[i + k]! * sag * depth
  }
  return mesh
}

export function arlbergBackpack(): Scene {
  const canvas = woven({
    colour: '#20355e',
    threads: 60,
    creases: 0.05,
    crease: 1.9,
    over(sample) {
      const k =
        1 +
        0.16 * noise(sample.x * 34, sample.y * 34, sample.z * 34) +
        0.14 * fractalNoise(sample.x * 2.2, sample.y * 2.2, sample.z * 2.2, 3)
      sample.r *= k
      sample.g *= k
      sample.b *= k
      sample.rough = 0.7
      sample.sheen = 0.22
    },
  })
  const hide = leather({ colour: '#70421f', shine: 0.45, grain: 60 })
  const thread = plainMaterial('#d3b486', { rough: 0.8 })
  const metalwork = brass(0.16)
  // Its foot is leather, sewn on above.
  const sackCloth: Material = {
    paint(sample) {
      const worldTop = half + leatherTop
      if (sample.y < worldTop) hide.paint(sample)
      else canvas.paint(sample)
      if (Math.abs(sample.y - worldTop) < 0.012) sample.slopeV += 0.6
    },
  }
  const sack = superellipse(1.2, half, half, 4.6, 8)
  const stuffing = { half: 0.56, swell: 0.16, edge: 0.17 }
  const face = faceOf(sack, stuffing)
  const topAt = (x: number) => half * (1 - Math.min(0.999, Math.abs(x) / 1.2) ** 4.6) ** (1 / 4.6)
  // The flap: from behind the top, over it and down to a round edge.
  const wide = 1.13
  const flapAt = (across: number, s: number, lift = 0): Vec => {
    const x = across * wide
    const top = topAt(x * 0.96)
    const front = (y: number) => Math.max(0.5, face(x * 0.93, Math.min(y, top - 0.2))) + 0.075 + lift
    const over = splineThrough([
      [0, top - 0.04, -0.46],
      [0, top + 0.045 + lift, -0.2],
      [0, top + 0.06 + lift, 0.14],
      [0, top + 0.0 + lift * 0.7, 0.46],
      [0, top - 0.24, front(top - 0.24)],
    ])
    if (s < 0.34) {
      const [, y, z] = over(s / 0.34)
      return [x, y, z]
    }
    const low = -0.02 + 0.52 * Math.abs(across) ** 5
    const y = mix(top - 0.24, low, (s - 0.34) / 0.66)
    const lipped = 0.03 * smoothstep(0.85, 1, s) + 0.012 * noise(x * 2.4, y * 3, 5)
    return [x + 0.02 * across * s, y, front(y) + lipped]
  }
  const rim = (t: number): Vec => {
    if (t < 0.25) return flapAt(-1, mix(0.1, 1, t / 0.25))
    if (t > 0.75) return flapAt(1, mix(1, 0.1, (t - 0.75) / 0.25))
    return flapAt(mix(-1, 1, (t - 0.25) / 0.5), 1)
  }
  const hemLine = (t: number): Vec => {
    const [x, y, z] = flapAt(mix(-0.9, 0.9, t), 0.93)
    return [x, y, z + 0.012]
  }
  const pocket = superellipse(0.84, 0.42, 0.5, 7, 5)
  const pocketStuffing = { half: 0.17, swell: 0.09, edge: 0.2 }
  const pocketFace = faceOf(pocket, pocketStuffing)
  const pocketY = -0.6
  const pocketZ = face(0, pocketY) - 0.02
  // A strap comes out from under a loop on the flap, over its edge and down to the buckle on the pocket.
  const strapAt = (x: number, t: number): Vec => {
    const y = mix(0.92, -0.52, t)
    const s = 0.34 + 0.66 * ((topAt(x) - 0.24 - y) / (topAt(x) - 0.22))
    const onFlap = flapAt(x / wide, Math.min(1, s))[2] + 0.035
    const onPocket = pocketZ + pocketFace(x, y - pocketY) + 0.03
    return [x, y, mix(onFlap, onPocket, smoothstep(0.02, -0.2, y))]
  }
  const strap = (x: number): Part[] => {
    const [bx, by, bz] = strapAt(x, 0.8)
    const frame = tube(
      t => {
        const [c, s] = [Math.cos(t * turn), Math.sin(t * turn)]
        return [Math.sign(c) * Math.abs(c) ** 0.4 * 0.165, Math.sign(s) * Math.abs(s) ** 0.4 * 0.125, 0]
      },
      0.024,
      { closed: true, steps: 100, up: [0, 0, 1] },
    )
    const [lx, ly, lz] = strapAt(x, 0.16)
    return [
      part(
        surface(24, 140, (u, v): Vec => {
          const [sx, y, z] = strapAt(x, v)
          const tip = v > 0.95 ? 1 - 0.6 * ((v - 0.95) / 0.05) ** 2 : 1
          return [sx + (u - 0.5) * 0.225 * tip, y, z + 0.02 * Math.sin(Math.PI * u) ** 0.5]
        }),
        hide,
      ),
      ...[-0.085, 0.085].flatMap(dx =>
        stitches(
          t => {
            const [sx, y, z] = strapAt(x, t * 0.97)
            return [sx + dx, y, z + 0.022]
          },
          44,
          0.0075,
          thread,
        ),
      ),
      part(transform(frame, { move: [bx, by, bz + 0.045] }), metalwork),
      part(
        tube(t => [bx, by + mix(-0.12, 0.125, t), bz + 0.062], 0.014, { steps: 8, up: [0, 0, 1] }),
        metalwork,
      ),
      part(transform(roundedBox([0.145, 0.045, 0.03], 0.03, 0.02, 48), { move: [lx, ly, lz + 0.012] }), hide),
      part(transform(roundedBox([0.145, 0.035, 0.03], 0.03, 0.02, 48), { move: [bx, by + 0.26, bz + 0.012] }), hide),
    ]
  }
  const zip = tube(
    t => {
      const x = mix(-0.7, 0.7, t)
      return [x, pocketY + 0.26, pocketZ + pocketFace(x, 0.26) + 0.004]
    },
    0.02,
    { steps: 60, sides: 10, up: [0, 0, 1] },
  )
  const sewn = (dy: number) =>
    stitches(
      t => {
        const x = mix(-0.72, 0.72, t)
        return [x, pocketY + 0.26 + dy, pocketZ + pocketFace(x, 0.26 + dy) + 0.008]
      },
      40,
      0.0075,
      thread,
    )
  const footLine = stitches(
    t => {
      const x = mix(-1.12, 1.12, t)
      return [x, leatherTop - 0.05, face(x, leatherTop - 0.05) + 0.012]
    },
    70,
    0.0085,
    thread,
  )
  const grip = tube(
    splineThrough([
      [-0.27, half - 0.02, -0.34],
      [-0.25, half + 0.2, -0.34],
      [-0.12, half + 0.32, -0.34],
      [0.12, half + 0.32, -0.34],
      [0.25, half + 0.2, -0.34],
      [0.27, half - 0.02, -0.34],
    ]),
    t => 0.042 + 0.014 * hump(0.5, 0.3, t),
    { flat: 1.4, steps: 100, sides: 20, up: [0, 0, 1] },
  )
  const shoulder = (side: 1 | -1) =>
    tube(
      splineThrough([
        [side * 0.3, half - 0.1, -0.6],
        [side * 0.78, half - 0.12, -0.84],
        [side * 1.2, 0.98, -0.98],
        [side * 1.4, 0.0, -0.98],
        [side * 1.36, -0.9, -0.82],
        [side * 1.12, -1.38, -0.58],
      ]),
      0.042,
      { flat: 3.6, steps: 140, sides: 28, up: [side * 0.8, 0, 0.6] },
    )
  const parts = [
    part(carried(cushion(sack, stuffing, 320), 0.035), sackCloth),
    part(
      surface(220, 220, (u, v) => flapAt(u * 2 - 1, v)),
      canvas,
    ),
    part(tube(rim, 0.03, { steps: 420, sides: 12, up: [0, 0, 1] }), hide),
    ...stitches(hemLine, 84, 0.0075, thread),
    ...([1, -1] as const).map(side => part(shoulder(side), hide)),
    part(transform(carried(cushion(pocket, pocketStuffing), 0.02), { move: [0, pocketY, pocketZ] }), canvas),
    part(zip, metalwork),
    ...sewn(0.055),
    ...sewn(-0.055),
    ...footLine,
    ...strap(-0.46),
    ...strap(0.46),
    part(grip, hide),
  ]
  return createScene(moveParts(parts, [0, half, 0]), {
    wall: '#e5e4e0',
    table: '#cbc5bc',
    height: 4.9,
    target: [0, 1.82, 0],
    pitch: 9,
    yaw: -22,
  })
}
