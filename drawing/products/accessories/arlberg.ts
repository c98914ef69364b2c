import { cushion, faceOf, superellipse } from '#kit/geometry/cushion.ts'
import { surface, transform } from '#kit/geometry/mesh.ts'
import { roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { leather, woven } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { brass } from '#kit/materials/metals.ts'
import { moveParts, type Part, part } from '#kit/scene/part.ts'
import { stitches } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

export function arlbergBackpack(): Scene {
  const canvas = woven({
    colour: '#1b2c50',
    threads: 46,
    creases: 0.035,
    crease: 1.5,
    over(sample) {
      sample.rough = 0.66
    },
  })
  const hide = leather({ colour: '#6b3f22', shine: 0.55, grain: 60 })
  const thread = plainMaterial('#c9a877', { rough: 0.8 })
  const metalwork = brass(0.16)
  const sack = superellipse(1.28, 1.72, 1.72, 3.6, 6)
  const stuffing = { half: 0.58, swell: 0.2, edge: 0.22 }
  const face = faceOf(sack, stuffing)
  const pocket = superellipse(0.86, 0.5, 0.66, 7, 5)
  const pocketStuffing = { half: 0.16, swell: 0.12, edge: 0.2 }
  const pocketFace = faceOf(pocket, pocketStuffing)
  // The flap: from behind the top, over it and down to a round edge.
  const flapAt = (x: number, s: number): Vec => {
    const px = x * mix(1.16, 1.3, smoothstep(0.2, 0.9, s))
    const top = 1.72 - 0.14 * Math.abs(x) ** 3.2
    if (s < 0.26) return [px * 0.98, top + 0.05 * Math.sin((s / 0.26) * Math.PI), mix(-0.5, 0.5, s / 0.26)]
    const k = (s - 0.26) / 0.74
    const y = mix(top, 0.12 + 0.42 * Math.abs(x) ** 3.4, k)
    return [px, y, Math.max(0.5 + 0.1 * Math.min(1, k * 5), face(px * 0.84, y * 0.84) + 0.07) + 0.05]
  }
  const rim = (t: number) => flapAt(mix(-1, 1, t), 1)
  const sideRim = (side: 1 | -1) => (t: number) => flapAt(side, mix(0.26, 1, t))
  const strapAt = (x: number, t: number): Vec => {
    const y = mix(1.1, -0.42, t)
    const over = flapAt(x / 1.24, Math.min(1, 0.26 + 0.74 * ((1.7 - y) / 1.56)))[2]
    return [
      x,
      y,
      y > 0.2 ? over + 0.035 : mix(over + 0.035, pocketFace(0.5, 0.1) + face(x, -0.4) + 0.02, smoothstep(0.2, -0.2, y)),
    ]
  }
  const strap = (x: number): Part[] => {
    const [bx, by, bz] = strapAt(x, 0.86)
    const frame = tube(t => [Math.cos(t * turn) * 0.17, Math.sin(t * turn) * 0.13, 0], 0.03, {
      closed: true,
      steps: 60,
      up: [0, 0, 1],
    })
    return [
      part(
        surface(16, 90, (u, v): Vec => {
          const [sx, y, z] = strapAt(x, v)
          return [sx + (u - 0.5) * 0.23, y, z]
        }),
        hide,
      ),
      ...[-0.085, 0.085].flatMap(dx =>
        stitches(
          t => {
            const [sx, y, z] = strapAt(x, t)
            return [sx + dx, y, z + 0.006]
          },
          34,
          0.008,
          thread,
        ),
      ),
      part(transform(frame, { move: [bx, by, bz + 0.04] }), metalwork),
      part(
        tube(t => [bx, by + mix(-0.13, 0.14, t), bz + 0.06], 0.018, { steps: 8, up: [0, 0, 1] }),
        metalwork,
      ),
    ]
  }
  const pocketY = -0.86
  const pocketZ = face(0, pocketY) - 0.02
  const band = surface(120, 16, (u, v): Vec => {
    const [x, y] = [mix(-0.8, 0.8, u), mix(-0.3, -0.44, v)]
    return [x, y, pocketZ + pocketFace(x, y - pocketY) + 0.012]
  })
  const grip = tube(
    splineThrough([
      [-0.3, 1.72, -0.1],
      [-0.26, 2.02, -0.1],
      [0, 2.14, -0.1],
      [0.26, 2.02, -0.1],
      [0.3, 1.72, -0.1],
    ]),
    0.05,
    { flat: 1.5, steps: 80, sides: 20, up: [0, 0, 1] },
  )
  const shoulder = (side: 1 | -1) =>
    tube(
      splineThrough([
        [side * 0.5, 1.6, -0.55],
        [side * 0.95, 1.75, -0.8],
        [side * 1.34, 1.1, -0.95],
        [side * 1.45, -0.1, -0.85],
        [side * 1.3, -1.2, -0.6],
      ]),
      0.05,
      { flat: 3.4, steps: 120, sides: 24, up: [side, 0, 0.3] },
    )
  const parts = [
    part(cushion(sack, stuffing, 320), canvas),
    part(
      surface(180, 160, (u, v) => flapAt(u * 2 - 1, v)),
      canvas,
    ),
    part(tube(rim, 0.035, { steps: 200, sides: 12, up: [0, 0, 1] }), hide),
    ...([1, -1] as const).flatMap(side => [
      part(tube(sideRim(side), 0.035, { steps: 120, sides: 12, up: [0, 0, 1] }), hide),
      part(shoulder(side), hide),
    ]),
    part(transform(cushion(pocket, pocketStuffing), { move: [0, pocketY, pocketZ] }), canvas),
    part(band, canvas),
    ...strap(-0.5),
    ...strap(0.5),
    part(grip, hide),
    part(transform(roundedBox([1.16, 0.1, 0.5], 0.3, 0.06, 160), { move: [0, -1.68, 0] }), hide),
  ]
  return createScene(moveParts(parts, [0, 1.78, 0]), {
    wall: '#e5e4e0',
    table: '#cbc5bc',
    height: 5.3,
    target: [0, 1.98, 0],
    pitch: 8,
    yaw: -16,
  })
}
