import { bodyAt } from '#kit/garments/dress-form.ts'
import { type Cut, dressBody, setInSleeve } from '#kit/garments/garment.ts'
import { surface } from '#kit/geometry/mesh.ts'
import { noise } from '#kit/geometry/noise.ts'
import { hex, hump, mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { setColour } from '#kit/materials/set-colour.ts'
import { type Material, type Part, part } from '#kit/scene/part.ts'
import { closeUp, onDressForm, onHanger, type Stage } from './on-dress-form.ts'

/** The knit dress alone, in a colour of wool. */
export function almaParts(colour = '#c9b79d'): Part[] {
  const wool = hex(colour)
  const vent = (a: number) => hump(0.25, 0.012, a)
  const cut: Cut = {
    neck: () => 4.56,
    hem: a => 0.6 + 0.42 * vent(a),
    skirt: [
      [0.5, 0.55, 0.42],
      [1.2, 0.56, 0.43],
      [1.9, 0.62, 0.45],
      [2.25, 0.63, 0.45],
      [2.88, 0.465, 0.345],
    ],
    ease: 0.045,
    flow: (a, y) => {
      const [s, c] = [Math.sin(a * turn), Math.cos(a * turn)]
      // The knit rests on the hip and folds softly above it, and pulls from the bust to the side.
      const rest = 0.018 * noise(s * 1.6, y * 6 + s * c * 2, c * 1.6) * hump(2.75, 0.45, y)
      const pull =
        0.012 * Math.cos((y - 3.5) * 20 - Math.abs(s) * 9) * hump(3.5, 0.4, y) * smoothstep(0.35, 0.8, Math.abs(s))
      const sway = 0.022 * noise(s * 2, y * 0.8, c * 2) * smoothstep(2.2, 1.2, y)
      return rest + pull + sway
    },
  }
  const rib = (count: number): Material => ({
    paint(sample) {
      const a = sample.u * count
      const ridge = Math.cos(a * turn)
      const wale = Math.cos(a * turn * 3)
      const stitch = Math.cos(sample.y * 150 + 1.4 * wale)
      setColour(
        sample,
        wool,
        0.84 +
          0.15 * smoothstep(-0.9, 0.5, ridge) +
          0.02 * stitch +
          0.07 * noise(sample.x * 70, sample.y * 70, sample.z * 70),
      )
      sample.slopeU = -0.85 * Math.sin(a * turn) * smoothstep(1.1, -0.2, ridge)
      sample.slopeV = 0.07 * stitch
      sample.rough = 0.95
      sample.sheen = 0.4
    },
  })
  // The neck is folded over once: out of the dress, up, and down again outside.
  const collar = surface(
    240,
    90,
    (u, v): Vec => {
      const fold = v < 0.5 ? v * 2 : (1 - v) * 2
      const y = mix(4.5, v < 0.5 ? 4.83 : 4.83, fold) + (v > 0.5 ? 0.02 * (1 - fold) : 0)
      const out = (v < 0.5 ? 0.03 : 0.06) + 0.04 * Math.sin(Math.PI * v) ** 0.5
      const [x, , z] = bodyAt(u, Math.max(4.64, y), out - 0.035 * smoothstep(0.25, 0, 1 - v))
      return [x, y + 0.012 * noise(Math.sin(u * turn) * 2, Math.cos(u * turn) * 2, 4) * fold, z]
    },
    { closed: true },
  )
  const wrist = (t: number) => mix(0.175, 0.115, smoothstep(0.1, 0.86, t))
  return [
    part(dressBody(cut, false, 520, 360), rib(84)),
    part(collar, rib(40)),
    ...([1, -1] as const).map(side => part(setInSleeve(side, 1, wrist, { crumple: 0.024, seed: 7 }), rib(24))),
  ]
}

const stage: Stage = { wall: '#eae6e0', table: '#d2cac0', stand: 'iron', turned: -26, pitch: 5 }
const green = '#3d4a35'
const greenStage: Stage = { wall: '#e9e4da', table: '#d6cab8', stand: 'wood', turned: 18, pitch: 11 }

export const almaDresses = {
  'alma-knit-dress': () => onDressForm(almaParts(), stage),
  'alma-knit-dress-back': () => onDressForm(almaParts(), { ...stage, turned: 160 }),
  'alma-knit-dress-collar': () => closeUp(almaParts(), { ...stage, turned: 12 }, [0, 4.1, 0], 1.9),
  'alma-knit-dress-green': () => onDressForm(almaParts(green), greenStage),
  'alma-knit-dress-green-hanger': () =>
    onHanger(almaParts(green), { wall: greenStage.wall, table: greenStage.table, turned: 12 }),
}
