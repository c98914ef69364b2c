import { stone } from '#kit/materials/materials.ts'
import { type Part, transformParts } from '#kit/scene/part.ts'
import { arch, block, limestone, plinth, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'
import { hatParts } from '../products/accessories/camargue.ts'
import { rivoliParts } from '../products/accessories/rivoli.ts'
import { aureliaParts } from '../products/dress/aurelia.ts'
import { coletteParts } from '../products/dress/colette.ts'
import { worn } from '../products/dress/on-dress-form.ts'

const plaster = () => stone('#e9d8c8', '#dfcbb8', { size: 0.5, rough: 0.95 })
const clay = () => stone('#c99d88', '#bb8c77', { size: 0.6, rough: 0.95 })

/** The hero: empty on the left for the headline, products on the right. */
export function hero(): Scene {
  return createScene(
    [
      ...arch(1.75, 6.1, [1.2, 0, -1.9], plaster()),
      ...arch(1.5, 4.7, [3.75, 0, -1.55], clay()),
      ...transformParts(worn(aureliaParts()), { rotate: [0, 16, 0], move: [0.4, 0, -0.5] }),
      ...transformParts(worn(coletteParts()), { rotate: [0, -4, 0], move: [2.24, 0, 0.15] }),
      plinth(0.85, 1.55, [4.35, 0, 0.25], limestone()),
      ...transformParts(rivoliParts(), { scale: 0.46, rotate: [0, -16, 0], move: [4.35, 1.55, 0.25] }),
      block([1.5, 0.55, 1.1], [-1.15, 0, 0.55], travertine(), 18),
      ...transformParts(hatParts(), { scale: 0.42, rotate: [8, 24, 4], move: [-1.15, 0.66, 0.55] }),
    ],
    { wall: '#efe5da', wide: 1.4, table: '#dfcdbc', height: 6.1, target: [-0.3, 2.66, 0], pitch: 6, depth: 2.6 },
  )
}

/** The hero in portrait format, empty at the top. */
export function heroPhone(): Scene {
  const parts: Part[] = [
    ...arch(2.1, 5.5, [0.5, 0, -1.9], plaster()),
    ...transformParts(worn(coletteParts()), { move: [-0.55, 0, 0] }),
    plinth(0.85, 1.3, [1.62, 0, 0.3], limestone()),
    ...transformParts(rivoliParts(), { scale: 0.46, rotate: [0, -14, 0], move: [1.62, 1.3, 0.3] }),
  ]
  return createScene(parts, {
    wall: '#efe5da',
    wide: 1.4,
    table: '#dfcdbc',
    height: 7.6,
    target: [0.25, 3.3, 0],
    pitch: 6,
    depth: 2.6,
  })
}
