import { almaDress } from '../drawings/alma.ts'
import { aureliaSlip } from '../drawings/aurelia.ts'
import { bareHoursParts } from '../drawings/bare-hours.ts'
import { coletteDress } from '../drawings/colette.ts'
import { grenatRing } from '../drawings/grenat.ts'
import { haloParts } from '../drawings/halo.ts'
import { jardinSquare } from '../drawings/jardin.ts'
import { operaGown } from '../drawings/opera.ts'
import { sereneBangle } from '../drawings/serene.ts'
import { soleilMedallion } from '../drawings/soleil.ts'
import { lipstickParts } from '../drawings/velours.ts'
import { block, limestone, plinth, travertine } from '../kit/props.ts'
import { arrange } from '../kit/scene.ts'
import { type Still, studioSet } from '../kit/studio-set.ts'

/** Caring for silk. */
export const blogSilk = (): Still =>
  studioSet(
    [
      ...arrange(aureliaSlip().things, { turn: [0, 18, 0], move: [0.9, 0, 0] }),
      ...arrange(jardinSquare().things, { scale: 0.92, move: [-1.2, 0.62, -0.7] }),
    ],
    {
      wall: '#efe5d8',
      wide: 1.15,
      table: '#dfcfba',
      height: 2.9,
      target: [0, 3.35, 0],
      pitch: 4,
      depth: 3,
    },
  )

/** Building a small wardrobe. */
export const blogWardrobe = (): Still =>
  studioSet(
    [
      ...arrange(almaDress().things, { turn: [0, 16, 0], move: [-2.35, 0, -0.3] }),
      ...arrange(coletteDress().things, { turn: [0, 4, 0], move: [0, 0, 0.1] }),
      ...arrange(operaGown().things, { turn: [0, -14, 0], move: [2.4, 0, -0.4] }),
    ],
    { wall: '#e9e3da', wide: 1.15, table: '#d3c7b8', height: 5.6, target: [0, 2.5, 0], pitch: 6, depth: 3 },
  )

/** Layering gold. */
export const blogGold = (): Still =>
  studioSet(
    [
      ...arrange(soleilMedallion().things, { scale: 0.78, turn: [0, 8, 0], move: [0.9, 0, -0.5] }),
      plinth(0.85, 0.7, [-1.35, 0, 0.3], limestone()),
      ...arrange(grenatRing().things.slice(0, -1), { scale: 0.55, turn: [0, 26, 0], move: [-1.35, 0.4, 0.3] }),
      ...arrange(sereneBangle().things.slice(0, 4), { scale: 0.5, turn: [0, -30, 0], move: [2.3, -0.34, 0.6] }),
    ],
    { wall: '#ece1d2', wide: 1.15, table: '#d8c6ae', height: 3.6, target: [0.2, 1.55, 0], pitch: 9 },
  )

/** The five-minute face. */
export const blogFace = (): Still =>
  studioSet(
    [
      block([1.5, 0.35, 1.3], [-1.15, 0, -0.2], travertine(), 10),
      ...arrange(bareHoursParts(), { scale: 0.62, turn: [0, 16, 0], move: [-1.15, 0.35, -0.2] }),
      ...arrange(haloParts(), { scale: 0.5, turn: [0, -36, 0], move: [1.0, 0, 0.2] }),
      ...arrange(lipstickParts(), { scale: 0.5, turn: [0, 30, 0], move: [-0.2, 0, 0.75] }),
    ],
    { wall: '#efe0d7', wide: 1.15, table: '#dec7bb', height: 3.4, target: [-0.05, 1.2, 0], pitch: 14 },
  )
