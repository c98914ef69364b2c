import { smoothstep } from '../geometry/vec.ts'

/** The shop's V: the share 0..1 of ink at a place around the middle of a label. */
export function monogram(x: number, y: number): number {
  if (Math.abs(y) > 0.5) return 0
  const arm = (0.5 + y) * 0.42
  const thick = smoothstep(0.085, 0.06, Math.abs(x + arm))
  const thin = smoothstep(0.035, 0.018, Math.abs(x - arm))
  const serif = Math.abs(y - 0.48) < 0.02 && Math.abs(Math.abs(x) - 0.42) < 0.16 ? 1 : 0
  return Math.max(thick, thin, serif)
}
