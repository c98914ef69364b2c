import { type Mesh, transform } from './mesh.ts'
import { evenlySpaced, tube } from './solids.ts'
import { cross, dot, normalize, sub, type Vec } from './vec.ts'

/** One link lying along x: `length` and `width` over all, of wire with this radius. */
export const link = (length: number, width: number, wire: number): Mesh =>
  tube(
    t => {
      const a = t * 2 * Math.PI
      const straight = Math.max(0, length - width) / 2
      return [
        Math.cos(a) * (width / 2 - wire) + Math.sign(Math.cos(a)) * Math.min(1, Math.abs(Math.cos(a)) * 3) * straight,
        Math.sin(a) * (width / 2 - wire),
        0,
      ]
    },
    wire,
    { closed: true, steps: 48, sides: 10, up: [0, 0, 1] },
  )

/** Links along a path, each turned by `twist` degrees against the one before. */
export function chain(path: (t: number) => Vec, count: number, one: Mesh, twist = 90, face: Vec = [0, 0, 1]): Mesh[] {
  return evenlySpaced(path, count).map((t, i) => {
    const ahead = normalize(sub(path(Math.min(1, t + 0.004)), path(Math.max(0, t - 0.004))))
    return oriented(one, path(t), ahead, face, i * twist)
  })
}

/** Lays a mesh with its x axis along `ahead` and its z axis towards `face`, rolled about x. */
export function oriented(mesh: Mesh, at: Vec, ahead: Vec, face: Vec, roll = 0): Mesh {
  const rolled = transform(mesh, { rotate: [roll, 0, 0] })
  const x = ahead
  const flat = normalize(sub(face, [x[0] * dot(face, x), x[1] * dot(face, x), x[2] * dot(face, x)]))
  const y = cross(flat, x)
  const spin = (array: Float32Array, move: Vec) => {
    const out = new Float32Array(array.length)
    for (let i = 0; i < array.length; i += 3)
      for (let k = 0; k < 3; k++)
        out[i + k] = array[i]! * x[k]! + array[i + 1]! * y[k]! + array[i + 2]! * flat[k]! + move[k]!
    return out
  }
  return {
    ...rolled,
    points: spin(rolled.points, at),
    normals: spin(rolled.normals, [0, 0, 0]),
    tangents: spin(rolled.tangents, [0, 0, 0]),
  }
}
