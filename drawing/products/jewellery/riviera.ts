import { oriented } from '#kit/geometry/chain.ts'
import { type Mesh, transform } from '#kit/geometry/mesh.ts'
import { hash } from '#kit/geometry/noise.ts'
import { ball, evenlySpaced, roundedBox, splineThrough, tube } from '#kit/geometry/solids.ts'
import { stepCut } from '#kit/geometry/stones.ts'
import { add, cross, normalize, scale, sub, type Vec } from '#kit/geometry/vec.ts'
import { silver } from '#kit/materials/metals.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, moveParts, type Part, part } from '#kit/scene/part.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'

// Some terraces of an emerald look into the dark of the stone, others throw the light back.
const emerald: Material = {
  gem: true,
  paint(sample) {
    const k = [0.35, 0.6, 1, 1.35][Math.floor(hash(Math.floor(sample.u * 8), Math.floor(sample.v * 8), 3) * 4)]!
    setColour(sample, [0.004, 0.19, 0.085], k)
  },
}

// One link facing up, `half` its size: stone, seat, and a claw at each corner.
function linkParts(half: number): [Mesh, Material][] {
  const white = silver(0.07)
  const seat = transform(roundedBox([half * 1.06, half * 0.34, half * 1.1], 0.03, 0.02, 48), {
    rotate: [90, 0, 0],
    move: [0, 0, -half * 0.42],
  })
  const claws = ([-1, 1] as const).flatMap(i =>
    ([-1, 1] as const).map((j): [Mesh, Material] => [
      transform(ball(16), { scale: half * 0.15, move: [i * half * 0.84, j * half * 0.84, half * 0.16] }),
      white,
    ]),
  )
  return [[stepCut(half * 0.97, half * 0.97, half * 0.34), emerald], [seat, white], ...claws]
}

export function rivieraBracelet(): Scene {
  const white = silver(0.07)
  // It stands on its edge in a loose oval, the stones outwards, as it would around a wrist.
  const [rx, rz] = [1.62, 1.2]
  const oval = (t: number): Vec => {
    const a = (0.06 + t * 0.94) * 2 * Math.PI
    return [Math.sin(a) * rx, 0, -Math.cos(a) * rz]
  }
  const half = 0.128
  const one = linkParts(half)
  const links = evenlySpaced(oval, 33).flatMap((t): Part[] => {
    const ahead = normalize(sub(oval(t + 0.003), oval(t - 0.003)))
    const outwards = normalize(cross(ahead, [0, 1, 0]))
    const side = outwards[0] * oval(t)[0] + outwards[2] * oval(t)[2] > 0 ? outwards : scale(outwards, -1)
    // The row leans back a little, so that its stones look up at us.
    const face = normalize(add(side, [0, 0.75, 0]))
    const at = add(oval(t), [0, 0.2, 0])
    return one.map(([mesh, material]) => part(oriented(mesh, at, ahead, face), material))
  })
  const spine = tube(splineThrough(Array.from({ length: 60 }, (_, i) => add(oval(i / 59), [0, 0.15, 0]))), 0.05, {
    steps: 300,
    sides: 12,
  })
  const [gap, end] = [oval(-0.035), oval(0)]
  const box = oriented(
    roundedBox([0.2, 0.1, 0.1], 0.03, 0.02, 60),
    add(gap, [0, 0.16, 0]),
    normalize(sub(end, gap)),
    [0, 0.6, -1],
  )
  return createScene([...moveParts([...links, part(spine, white), part(box, white)], [0, 0, 0.2], [0, -14, 0], 1)], {
    wall: '#e3e6df',
    table: '#c6c8bd',
    height: 4.75,
    target: [0, 0.16, 0.2],
    pitch: 34,
    depth: 6,
  })
}
