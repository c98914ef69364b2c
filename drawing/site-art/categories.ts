import { splineThrough } from '#kit/geometry/solids.ts'
import { stone } from '#kit/materials/materials.ts'
import { transformParts } from '#kit/scene/part.ts'
import { arch, block, limestone, marble, plinth, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'
import { boscoParts } from '../products/accessories/bosco.ts'
import { hatParts } from '../products/accessories/camargue.ts'
import { ambreParts } from '../products/cosmetics/ambre.ts'
import { minuitParts } from '../products/cosmetics/minuit.ts'
import { lipstickParts, veloursCap } from '../products/cosmetics/velours.ts'
import { delphineParts } from '../products/dress/delphine.ts'
import { worn } from '../products/dress/on-dress-form.ts'
import { operaParts } from '../products/dress/opera.ts'
import { grenatRing } from '../products/jewellery/grenat.ts'
import { pearlParts } from '../products/jewellery/maree.ts'
import { sereneBangle } from '../products/jewellery/serene.ts'

export const categoryAccessories = (): Scene =>
  createScene(
    [
      ...arch(1.9, 5.0, [0.75, 0, -1.9], stone('#d9b9a4', '#cba78f', { size: 0.5, rough: 0.95 })),
      plinth(1.15, 1.35, [0.75, 0, -0.35], limestone()),
      ...transformParts(boscoParts(), { scale: 0.74, rotate: [0, -12, 0], move: [0.75, 1.35, -0.35] }),
      ...transformParts(hatParts(), { scale: 0.72, rotate: [46, -20, -4], move: [-0.95, 1.05, 0.85] }),
    ],
    { wall: '#eadfd3', table: '#d6c4b1', height: 5.9, target: [0, 2.3, 0], pitch: 9 },
  )

export const categoryDress = (): Scene =>
  createScene(
    [
      ...transformParts(worn(operaParts()), { rotate: [0, 14, 0], move: [-0.95, 0, -0.6] }),
      ...transformParts(worn(delphineParts()), { rotate: [0, -14, 0], move: [0.95, 0, 0.5] }),
    ],
    { wall: '#ece4da', table: '#d5c6b6', height: 5.0, target: [0, 2.85, 0], pitch: 6, depth: 3 },
  )

export const categoryJewellery = (): Scene =>
  createScene(
    [
      ...arch(1.55, 4.4, [-0.55, 0, -1.7], stone('#c9b9a6', '#bba995', { size: 0.5, rough: 0.95 })),
      block([3.4, 0.4, 2.3], [0, 0, 0.3], travertine(), -7),
      plinth(0.72, 1.2, [-0.75, 0.4, -0.2], limestone()),
      ...transformParts(grenatRing().parts.slice(0, -1), {
        scale: 0.52,
        rotate: [0, 10, 0],
        move: [-0.75, 1.31, -0.2],
      }),
      ...transformParts(sereneBangle().parts.slice(0, 4), { scale: 0.62, move: [0.95, 0, -0.1] }),
      ...transformParts(
        pearlParts(
          splineThrough([
            [-1.3, 0, 0.9],
            [-0.9, 0, 1.25],
            [-0.1, 0, 0.95],
            [0.5, 0, 1.2],
            [1.3, 0, 0.95],
            [1.15, 0, 0.65],
            [0.2, 0, 0.62],
            [-0.4, 0, 0.7],
            [-1.0, 0, 0.62],
          ]),

          0.06,
          0.1,
        ),
        { move: [0, 0.4, 0] },
      ),
    ],
    { wall: '#e6e0d6', table: '#cfc3b2', height: 4.7, target: [0, 1.62, 0], pitch: 15 },
  )

export const categoryCosmetics = (): Scene =>
  createScene(
    [
      ...arch(1.5, 4.9, [0.7, 0, -1.6], stone('#d8b3a8', '#cba296', { size: 0.5, rough: 0.95 })),
      block([1.9, 1.15, 1.5], [0.75, 0, -0.35], marble(), 9),
      ...transformParts(ambreParts(), { scale: 0.66, rotate: [0, -20, 0], move: [0.75, 1.15, -0.35] }),
      plinth(0.95, 0.42, [-1.0, 0, 0.1], travertine()),
      ...transformParts(minuitParts(), { scale: 0.66, move: [-1.0, 0.42, 0.1] }),
      ...transformParts(lipstickParts(), { scale: 0.56, rotate: [0, 20, 0], move: [0.1, 0, 1.15] }),
      ...transformParts(veloursCap(), { scale: 0.56, rotate: [90, -58, 0], move: [0.75, 0.3, 1.3] }),
    ],
    { wall: '#efe0d8', table: '#dcc5ba', height: 5.0, target: [0, 1.85, 0], pitch: 11 },
  )
