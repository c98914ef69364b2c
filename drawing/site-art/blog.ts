import { transformParts } from '#kit/scene/part.ts'
import { block, limestone, plinth, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'
import { jardinSquare } from '../products/accessories/jardin.ts'
import { bareHoursParts } from '../products/cosmetics/bare-hours.ts'
import { haloParts } from '../products/cosmetics/halo.ts'
import { lipstickParts } from '../products/cosmetics/velours.ts'
import { almaParts } from '../products/dress/alma.ts'
import { aureliaParts } from '../products/dress/aurelia.ts'
import { coletteParts } from '../products/dress/colette.ts'
import { worn } from '../products/dress/on-dress-form.ts'
import { operaParts } from '../products/dress/opera.ts'
import { grenatRing } from '../products/jewellery/grenat.ts'
import { sereneBangle } from '../products/jewellery/serene.ts'
import { hangingMedallion } from '../products/jewellery/soleil.ts'

/** Caring for silk. */
export const blogSilk = (): Scene =>
  createScene(
    [
      ...transformParts(worn(aureliaParts()), { rotate: [0, 18, 0], move: [0.9, 0, 0] }),
      ...transformParts(jardinSquare().parts, { scale: 0.92, move: [-1.2, 0.62, -0.7] }),
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
export const blogWardrobe = (): Scene =>
  createScene(
    [
      ...transformParts(worn(almaParts()), { rotate: [0, 16, 0], move: [-2.35, 0, -0.3] }),
      ...transformParts(worn(coletteParts()), { rotate: [0, 4, 0], move: [0, 0, 0.1] }),
      ...transformParts(worn(operaParts()), { rotate: [0, -14, 0], move: [2.4, 0, -0.4] }),
    ],
    { wall: '#e9e3da', wide: 1.15, table: '#d3c7b8', height: 5.6, target: [0, 2.5, 0], pitch: 6, depth: 3 },
  )

/** Layering gold. */
export const blogGold = (): Scene =>
  createScene(
    [
      ...transformParts(hangingMedallion(), { scale: 0.78, rotate: [0, 8, 0], move: [0.9, 0, -0.5] }),
      plinth(0.85, 0.7, [-1.35, 0, 0.3], limestone()),
      ...transformParts(grenatRing().parts.slice(0, -1), { scale: 0.55, rotate: [0, 26, 0], move: [-1.35, 0.4, 0.3] }),
      ...transformParts(sereneBangle().parts.slice(0, 4), { scale: 0.5, rotate: [0, -30, 0], move: [2.3, -0.34, 0.6] }),
    ],
    { wall: '#ece1d2', wide: 1.15, table: '#d8c6ae', height: 3.6, target: [0.2, 1.55, 0], pitch: 9 },
  )

/** The five-minute face. */
export const blogFace = (): Scene =>
  createScene(
    [
      block([1.5, 0.35, 1.3], [-1.15, 0, -0.2], travertine(), 10),
      ...transformParts(bareHoursParts(), { scale: 0.62, rotate: [0, 16, 0], move: [-1.15, 0.35, -0.2] }),
      ...transformParts(haloParts(), { scale: 0.5, rotate: [0, -36, 0], move: [1.0, 0, 0.2] }),
      ...transformParts(lipstickParts(), { scale: 0.5, rotate: [0, 30, 0], move: [-0.2, 0, 0.75] }),
    ],
    { wall: '#efe0d7', wide: 1.15, table: '#dec7bb', height: 3.4, target: [-0.05, 1.2, 0], pitch: 14 },
  )
