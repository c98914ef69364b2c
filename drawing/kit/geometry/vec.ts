/** Points, directions and colours: three numbers. */
export type Vec = readonly [number, number, number]

export const add = (a: Vec, b: Vec): Vec => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const sub = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec, k: number): Vec => [a[0] * k, a[1] * k, a[2] * k]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
export const normalize = (a: Vec): Vec => scale(a, 1 / (Math.hypot(a[0], a[1], a[2]) || 1))
export const mix = (a: number, b: number, t: number): number => a + (b - a) * t
export const mixVec = (a: Vec, b: Vec, t: number): Vec => [mix(a[0], b[0], t), mix(a[1], b[1], t), mix(a[2], b[2], t)]
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x))

/** 0 below `from`, 1 above `to`, a smooth step between them. */
export function smoothstep(from: number, to: number, x: number): number {
  const t = clamp((x - from) / (to - from))
  return t * t * (3 - 2 * t)
}

/** A hump of height 1 at `centre` that is 0 further than `width` away. */
export const hump = (centre: number, width: number, x: number): number => 1 - smoothstep(0, width, Math.abs(x - centre))

/** A smooth curve through `[x, y]` stops, flat beyond both ends. */
export function curve(stops: readonly (readonly [number, number])[]): (x: number) => number {
  const slopes = stops.map(([x, y], i) => {
    const [x0, y0] = stops[i - 1] ?? [x, y]
    const [x1, y1] = stops[i + 1] ?? [x, y]
    const rises = (y - y0) * (y1 - y) > 0
    return rises ? (y1 - y0) / (x1 - x0) : 0
  })
  return x => {
    const i = stops.findIndex(([stop]) => stop > x)
    if (i === 0) return (stops[0] as [number, number])[1]
    if (i < 0) return (stops[stops.length - 1] as [number, number])[1]
    const [x0, y0] = stops[i - 1] as [number, number]
    const [x1, y1] = stops[i] as [number, number]
    const h = x1 - x0
    const t = (x - x0) / h
    const [m0, m1] = [slopes[i - 1] as number, slopes[i] as number]
    const [t2, t3] = [t * t, t * t * t]
    return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * h * m0 + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * h * m1
  }
}

/** A colour written `#rrggbb`, as linear light. */
export function hex(code: string): Vec {
  const value = Number.parseInt(code.slice(1), 16)
  return [toLight((value >> 16) & 255), toLight((value >> 8) & 255), toLight(value & 255)]
}

const toLight = (byte: number) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4)

/** A full turn, in radians. */
export const turn: number = 2 * Math.PI
