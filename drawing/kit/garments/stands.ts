import { type Mesh, surface, transform } from '../geometry/mesh.ts'
import { ball, lathe, rounded, splineThrough, tube } from '../geometry/solids.ts'
import { curve, mix, smoothstep, turn, type Vec } from '../geometry/vec.ts'
import { plainMaterial, stone } from '../materials/materials.ts'
import { metal, steel } from '../materials/metals.ts'
import { type Material, type Part, part } from '../scene/part.ts'
import { bodyAt, bust, dressForm } from './dress-form.ts'

/** What carries a dress: a bust on brass, on turned wood or on iron, or a form with legs. */
export type Stand = 'brass' | 'wood' | 'iron' | 'legs'

/** The form on a stand; its front looks along z, its foot stands on height 0. */
export const standParts: Record<Stand, () => Part[]> = {
  brass: dressForm,
  wood: () => [bust('#e3dccf'), ...woodenTripod()],
  iron: () => [bust('#4a4542'), ...ironStand()],
  legs: legForm,
}

const threeTimes = [60, 180, 300]

function woodenTripod(): Part[] {
  const walnut = stone('#8a5f3d', '#6b4629', { size: 1.4, rough: 0.35, coat: 0.35 })
  const column = lathe(
    rounded(
      [
        [0.0001, 0.42],
        [0.07, 0.42],
        [0.1, 0.52],
        [0.1, 0.74],
        [0.065, 0.82],
        [0.09, 0.9],
        [0.055, 0.98],
        [0.05, 1.5],
        [0.075, 1.56],
        [0.05, 1.64],
        [0.05, 2.1],
      ],
      0.03,
    ),
    64,
  )
  const leg = tube(
    splineThrough([
      [0.05, 0.6, 0],
      [0.24, 0.58, 0],
      [0.46, 0.36, 0],
      [0.62, 0.12, 0],
      [0.76, 0.045, 0],
    ]),
    t => mix(0.06, 0.042, t),
    { steps: 60, sides: 20, flat: 0.8 },
  )
  const cap = lathe(
    rounded(
      [
        [0.0001, 4.84],
        [0.19, 4.84],
        [0.19, 4.88],
        [0.08, 4.92],
        [0.06, 4.98],
        [0.115, 5.06],
        [0.09, 5.16],
        [0.0001, 5.2],
      ],
      0.035,
    ),
  )
  return [column, cap, ...threeTimes.map(angle => transform(leg, { rotate: [0, angle, 0] }))].map(mesh =>
    part(mesh, walnut),
  )
}

function ironStand(): Part[] {
  const iron = metal({ colour: '#3b3836', rough: 0.42 })
  const pole = lathe([
    [0.026, 0.3],
    [0.026, 2.1],
  ])
  const collar = lathe(
    rounded(
      [
        [0.0001, 0.62],
        [0.06, 0.62],
        [0.06, 0.74],
        [0.0001, 0.74],
      ],
      0.02,
    ),
  )
  // Each foot is a bar that swings down and rolls up at its end.
  const foot = tube(
    splineThrough([
      [0.02, 0.7, 0],
      [0.1, 0.5, 0],
      [0.16, 0.3, 0],
      [0.34, 0.12, 0],
      [0.56, 0.045, 0],
      [0.7, 0.08, 0],
      [0.7, 0.19, 0],
      [0.6, 0.2, 0],
      [0.59, 0.13, 0],
    ]),
    0.024,
    { steps: 120, sides: 14, up: [0, 0, 1] },
  )
  const plate = lathe(
    rounded(
      [
        [0.0001, 4.84],
        [0.19, 4.84],
        [0.19, 4.87],
        [0.0001, 4.88],
      ],
      0.012,
    ),
  )
  const ring = tube(t => [Math.sin(t * turn) * 0.07, 4.96 + Math.cos(t * turn) * 0.08, 0], 0.014, {
    closed: true,
    up: [0, 0, 1],
  })
  const feet = [45, 135, 225, 315].map(angle => transform(foot, { rotate: [0, angle, 0] }))
  return [pole, collar, plate, ring, ...feet].map(mesh => part(mesh, iron))
}

// A whole figure without head and arms, in matt ivory: it stands on a steel plate.
function legForm(): Part[] {
  const shell: Material = plainMaterial('#c9beb1', { rough: 0.6, coat: 0.1 })
  const torso = surface(
    160,
    160,
    (u, v): Vec => {
      const y = mix(1.84, 4.86, v)
      const [x, , z] = bodyAt(u, Math.max(y, 2), -0.02)
      const close = smoothstep(1.83, 2.08, y) ** 0.5
      return [x * mix(0.3, 1, close), y, z * mix(0.3, 1, close)]
    },
    { closed: true },
  )
  const radius = curve([
    [0.16, 0.085],
    [0.3, 0.078],
    [0.62, 0.118],
    [0.9, 0.152],
    [1.12, 0.142],
    [1.28, 0.148],
    [1.6, 0.2],
    [2, 0.27],
    [2.3, 0.27],
  ])
  const leg = (side: 1 | -1): Mesh =>
    surface(
      80,
      160,
      (u, v): Vec => {
        const y = mix(0.14, 2.3, v)
        const a = u * turn
        const r = radius(y)
        const calf = 0.05 * Math.exp(-(((y - 0.92) / 0.26) ** 2))
        const centre = mix(0.15, 0.26, smoothstep(0.2, 2.1, y))
        const back = Math.cos(a) < 0 ? 1 : 0.4
        return [side * centre + Math.sin(a) * r, y, Math.cos(a) * (r * 1.05 + calf * back) + 0.02 - calf * 0.5]
      },
      { closed: true },
    )
  const foot = (side: 1 | -1): Mesh => {
    const sole = curve([
      [0, 0.075],
      [0.3, 0.085],
      [0.7, 0.112],
      [0.9, 0.1],
      [1, 0.075],
    ])
    const top = curve([
      [0, 0.17],
      [0.25, 0.17],
      [0.6, 0.1],
      [0.9, 0.08],
      [1, 0.07],
    ])
    return surface(
      48,
      60,
      (u, v): Vec => {
        const t = mix(0.004, 0.996, v)
        const round = Math.sqrt(Math.min(1, 4 * t) * Math.min(1, 5 * (1 - t)))
        const a = u * turn
        const rise = 0.5 + 0.5 * Math.cos(a)
        return [
          side * (0.15 + 0.05 * t) + Math.sin(a) * sole(t) * round,
          0.05 + rise * top(t) * round,
          mix(-0.11, 0.42, t),
        ]
      },
      { closed: true },
    )
  }
  const plate = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.62, 0],
        [0.62, 0.035],
        [0.0001, 0.04],
      ],
      0.015,
    ),
    160,
    8,
  )
  const neck = transform(ball(48), { scale: [0.172, 0.05, 0.152], move: [0, 4.855, -0.03] })
  return [...[torso, neck, leg(1), leg(-1), foot(1), foot(-1)].map(mesh => part(mesh, shell)), part(plate, steel(0.3))]
}

const railHeight = 5.2

/** The brass rail that the hanger hangs on. */
export const rail = (): Part =>
  part(
    transform(
      tube(t => [mix(-6, 6, t), 0, 0], 0.05, { steps: 20, sides: 32 }),
      { move: [0, railHeight + 0.04, 0] },
    ),
    metal({ colour: '#c9a468', rough: 0.22 }),
  )

/** A wooden hanger with its hook over the rail; its shoulders fit the dress form's. */
export function hanger(): Part[] {
  const beech = stone('#c9a57a', '#b58d60', { size: 1.2, rough: 0.4, coat: 0.3 })
  const wire = steel(0.18)
  const arms = tube(
    splineThrough([
      [-0.5, 4.27, 0],
      [-0.4, 4.35, 0],
      [-0.2, 4.45, 0],
      [0, 4.51, 0],
      [0.2, 4.45, 0],
      [0.4, 4.35, 0],
      [0.5, 4.27, 0],
    ]),
    t => 0.03 + 0.035 * Math.sin(Math.PI * t),
    { steps: 120, sides: 20, up: [0, 0, 1] },
  )
  const hook = tube(
    splineThrough([
      [0, 4.5, 0],
      [0, railHeight - 0.2, 0],
      [0.09, railHeight - 0.12, 0],
      [0.125, railHeight - 0.01, 0],
      [0.08, railHeight + 0.09, 0],
      [0, railHeight + 0.115, 0],
      [-0.09, railHeight + 0.07, 0],
      [-0.115, railHeight - 0.01, 0],
    ]),
    0.018,
    { steps: 120, sides: 12, up: [0, 0, 1] },
  )
  return [part(arms, beech), part(hook, wire)]
}
