import { splineThrough } from '#kit/geometry/solids.ts'
import { stone } from '#kit/materials/materials.ts'
import { transformParts } from '#kit/scene/part.ts'
import { arch, block, limestone, plinth, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'
import { hatParts } from '../products/accessories/camargue.ts'
import { plisseParts } from '../products/accessories/plisse.ts'
import { rivoliParts } from '../products/accessories/rivoli.ts'
import { ambreParts } from '../products/cosmetics/ambre.ts'
import { lipstickParts } from '../products/cosmetics/velours.ts'
import { lucerneParts } from '../products/dress/lucerne.ts'
import { worn } from '../products/dress/on-dress-form.ts'
import { pearlParts } from '../products/jewellery/maree.ts'

export const promoBag = (): Scene =>
  createScene(
    [
      plinth(1.5, 0.5, [0.9, 0, 0], limestone()),
      ...transformParts(rivoliParts('#571a22'), { scale: 0.74, rotate: [0, 20, 0], move: [0.9, 0.5, 0] }),
      ...transformParts(hatParts(), { scale: 0.62, rotate: [40, 14, 6], move: [-1.35, 0.86, 0.7] }),
    ],
    { wall: '#e9dccf', wide: 1.15, table: '#d3bfac', height: 4.1, target: [0, 1.55, 0], pitch: 10 },
  )

export const promoDress = (): Scene =>
  createScene(
    [
      ...arch(1.5, 5.4, [1.15, 0, -1.6], stone('#c8cdbd', '#b9bfad', { size: 0.5, rough: 0.95 })),
      ...transformParts(worn(lucerneParts()), { rotate: [0, -10, 0], move: [1.0, 0, 0] }),
      block([1.1, 1.75, 1.0], [-1.2, 0, -0.2], travertine(), 14),
      ...transformParts(plisseParts(), { scale: 0.34, rotate: [0, 24, 0], move: [-1.2, 1.75, -0.2] }),
    ],
    { wall: '#e6e4d8', wide: 1.15, table: '#cdc8b6', height: 4.0, target: [0, 2.9, 0], pitch: 5 },
  )

export const promoScent = (): Scene =>
  createScene(
    [
      block([1.9, 0.55, 1.5], [0.55, 0, -0.3], travertine(), -8),
      ...transformParts(ambreParts(), { scale: 0.62, rotate: [0, 18, 0], move: [0.55, 0.55, -0.3] }),
      ...transformParts(lipstickParts(), { scale: 0.5, rotate: [0, -20, 0], move: [-0.95, 0, 0.35] }),
      ...pearlParts(
        splineThrough([
          [1.9, 0, 0.3],
          [1.6, 0, 0.9],
          [0.7, 0, 1.15],
          [-0.2, 0, 0.95],
          [-0.5, 0, 1.25],
          [0.4, 0, 1.5],
          [1.4, 0, 1.4],
          [2.3, 0, 1.1],
        ]),

        0.06,
        0.085,
      ),
    ],
    { wall: '#efdfd2', wide: 1.15, table: '#dec6b3', height: 3.5, target: [0.15, 1.3, 0], pitch: 13 },
  )
