import { surface } from '#kit/geometry/mesh.ts'
import { hash, noise } from '#kit/geometry/noise.ts'
import { splineThrough, tube } from '#kit/geometry/solids.ts'
import { hex, mix, mixVec, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { woven } from '#kit/materials/fabrics.ts'
import { stone } from '#kit/materials/materials.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, part } from '#kit/scene/part.ts'
import { createScene, type Scene, type SceneOptions } from '#kit/scene/scene.ts'

// Three blues and one thread of cream.
function tartan(u: number, v: number): Vec {
  const stripe = (t: number, repeat: number) => {
    const f = t * repeat - Math.floor(t * repeat)
    if (Math.abs(f - 0.5) < 0.018) return 3
    if (f < 0.32) return 0
    return f < 0.68 ? 1 : 2
  }
  const dyes = [hex('#16284d'), hex('#2d5089'), hex('#7d9cc4'), hex('#efe6d3')]
  return mixVec(dyes[stripe(u, 3)]!, dyes[stripe(v, 7)]!, 0.5)
}

const scarf = (camera: Pick<SceneOptions, 'height' | 'target' | 'pitch' | 'yaw'>): Scene => {
  const wool: Material = {
    paint(sample) {
      const colour = tartan(sample.u, sample.v)
      const twill = Math.cos((sample.u * 150 + sample.v * 520) * turn)
      setColour(sample, colour, 0.9 + 0.1 * twill + 0.14 * noise(sample.x * 55, sample.y * 55, sample.z * 55))
      sample.slopeU = 0.16 * twill
      sample.rough = 0.95
      sample.sheen = 0.42
    },
  }
  const tail = (front: boolean) => {
    const [left, right, low] = front ? [-1.1, 0.5, 0.78] : [-0.16, 1.24, 1.4]
    const z = front ? 0.2 : -0.16
    const at = (u: number, v: number): Vec => {
      const y = mix(4.28, low, v)
      const fold = Math.cos(u * turn * 2.1 + (front ? 0.4 : 2) + 0.5 * Math.sin(v * 3))
      const deep = smoothstep(-0.2, 0.9, v)
      const gather = mix(0.82, 1, smoothstep(0, 0.8, v))
      const x = mix(left, right, u)
      const middle = (left + right) / 2
      return [
        middle + (x - middle) * gather + 0.06 * Math.sin(v * 2.6),
        y + 0.03 * Math.cos(u * 5),
        z + 0.2 * fold * deep + 0.03 * noise(u * 5, v * 9, z),
      ]
    }
    const cloth = surface(260, 340, at)
    const fringe = Array.from({ length: 34 }, (_, i) => {
      const [x, y, depth] = at((i + 0.5) / 34, 1)
      const lean = (hash(i, front ? 1 : 2) - 0.5) * 0.07
      const long = 0.4 + 0.05 * hash(i, 5)
      return tube(
        splineThrough([
          [x, y + 0.02, depth],
          [x + lean * 0.4, y - long * 0.5, depth + 0.01],
          [x + lean, y - long, depth],
        ]),
        t => 0.019 + 0.006 * Math.sin(t * 26 + i),
        { steps: 30, sides: 8, up: [0, 0, 1] },
      )
    })
    const strand = woven({ colour: '#2d5089', threads: 120, creases: 0 })
    return [part(cloth, wool), ...fringe.map(mesh => part(mesh, strand))]
  }
  const over = surface(200, 40, (u, v) => {
    const a = mix(Math.PI, 0, v)
    const x = mix(mix(-0.03, 1.11, u), mix(-0.96, 0.36, u), v)
    return [x, 4.28 + 0.16 * Math.sin(a), Math.cos(a) * 0.17 + 0.02]
  })
  const bar = tube(t => [mix(-3.4, 3.4, t), 4.3, 0.02], 0.1, { steps: 60, sides: 32 })
  const wood = stone('#6b4a35', '#4c3224', { size: 0.9, rough: 0.45, coat: 0.25 })
  return createScene([...tail(true), ...tail(false), part(over, wool), part(bar, wood)], {
    wall: '#e6e5e1',
    table: '#cbc8c2',
    wide: 2,
    ...camera,
  })
}

export const hebridesScarves = {
  'hebrides-wool-scarf': () => scarf({ height: 5.35, target: [0.05, 2.48, 0], pitch: 6, yaw: -8 }),
  'hebrides-wool-scarf-fringe': () => scarf({ height: 2.1, target: [-0.2, 0.95, 0.2], pitch: 8, yaw: 16 }),
  'hebrides-wool-scarf-weave': () => scarf({ height: 1.7, target: [-0.25, 3.1, 0.2], pitch: 20, yaw: -20 }),
}
