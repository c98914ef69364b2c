import { surface } from '#kit/geometry/mesh.ts'
import { lathe, rounded, roundedBox, splineThrough } from '#kit/geometry/solids.ts'
import { mix, smoothstep, turn, type Vec } from '#kit/geometry/vec.ts'
import { satin } from '#kit/materials/fabrics.ts'
import { plainMaterial } from '#kit/materials/materials.ts'
import { type Part, part, transformParts } from '#kit/scene/part.ts'
import { block, limestone, marble, plinth, travertine } from '#kit/scene/props.ts'
import { createScene, type Scene } from '#kit/scene/scene.ts'
import { argentBelt } from '../products/accessories/argent.ts'
import { boscoParts } from '../products/accessories/bosco.ts'
import { hatParts } from '../products/accessories/camargue.ts'
import { minuitParts } from '../products/cosmetics/minuit.ts'
import { saugeParts } from '../products/cosmetics/sauge.ts'
import { smokeStudy } from '../products/cosmetics/smoke-study.ts'
import { lipstickParts } from '../products/cosmetics/velours.ts'
import { almaParts } from '../products/dress/alma.ts'
import { aureliaParts } from '../products/dress/aurelia.ts'
import { worn } from '../products/dress/on-dress-form.ts'
import { grenatRing } from '../products/jewellery/grenat.ts'
import { ligneCuff } from '../products/jewellery/ligne.ts'
import { pearlParts } from '../products/jewellery/maree.ts'
import { hangingMedallion } from '../products/jewellery/soleil.ts'
import { blogFace, blogGold, blogSilk, blogWardrobe } from './blog.ts'

/** Silk over the edge of a block: it lies on top and falls in folds in front. */
function fallenSilk([wide, high, deep]: Vec, colour: string): Part {
  const cloth = surface(360, 240, (u, v): Vec => {
    const x = mix(-wide, wide, u) / 2
    const fall = smoothstep(0.34, 1, v)
    const fold = Math.sin(x * 7 + 0.8 * Math.sin(x * 2.3)) + 0.5 * Math.sin(x * 12.5 + 1)
    const crease = 0.025 * (1 + Math.sin(x * 2.4 + v * 9)) * (1 - fall)
    if (v < 0.4) return [x, high + 0.03 + crease, mix(-deep / 2, deep / 2, v / 0.4)]
    const drop = (v - 0.4) / 0.6
    const edge = smoothstep(0, 0.18, drop)
    return [
      x * (1 + 0.05 * drop),
      mix(high + 0.03 + crease, 0.06 + 0.05 * Math.sin(x * 3), drop ** 0.9),
      deep / 2 + 0.05 + edge * (0.06 + (0.07 + 0.13 * drop) * (1 + fold * 0.6)),
    ]
  })
  return part(cloth, satin({ colour, creases: 0.025, crease: 1.2 }))
}

/** A bowl of water, a soap, and silk beside it. */
const silkWater = (): Scene => {
  const bowl = lathe(
    rounded(
      [
        [0.0001, 0],
        [0.72, 0],
        [0.78, 0.12],
        [1.5, 0.62],
        [1.72, 1.12],
        [1.64, 1.14],
        [1.42, 0.66],
        [0.7, 0.2],
        [0.0001, 0.18],
      ],
      0.1,
    ),
    200,
    8,
  )
  const water = surface(
    200,
    60,
    (u, v): Vec => {
      const ripple = 0.012 * Math.sin(v * 34) * (1 - v) + 0.006 * Math.sin(v * 20 + u * turn * 2)
      return [Math.sin(u * turn) * 1.54 * v, 0.92 + ripple, Math.cos(u * turn) * 1.54 * v]
    },
    { closed: true },
  )
  return createScene(
    [
      ...transformParts(
        [
          part(bowl, plainMaterial('#efebe3', { rough: 0.3, coat: 0.6 })),
          part(water, plainMaterial('#bcd0cf', { rough: 0.08, coat: 1 })),
        ],
        { scale: 0.92, move: [-0.95, 0, -0.1] },
      ),
      ...transformParts([block([1.9, 1.15, 1.3], [0, 0, 0], travertine()), fallenSilk([1.5, 1.15, 1.34], '#c2a063')], {
        rotate: [0, -16, 0],
        move: [1.75, 0, -0.35],
      }),
      ...transformParts(
        [part(roundedBox([0.42, 0.15, 0.27], 0.2, 0.12), plainMaterial('#e4d3ba', { rough: 0.6, glow: 0.3 }))],
        {
          rotate: [0, 24, 0],
          move: [0.75, 0.15, 1.35],
        },
      ),
    ],
    { wall: '#ece4d9', wide: 1.2, table: '#dbcab6', height: 3.9, target: [0.2, 0.85, 0], pitch: 20 },
  )
}

/** The silk slip, at its shoulder. */
const silkFall = (): Scene =>
  createScene(transformParts(worn(aureliaParts()), { rotate: [0, 24, 0], move: [0.25, 0, 0] }), {
    wall: '#efe5d8',
    wide: 1.3,
    table: '#dfcfba',
    height: 2.5,
    target: [0.1, 3.45, 0],
    pitch: 2,
    depth: 3,
  })

/** The knit dress, close up. */
const wardrobeKnit = (): Scene =>
  createScene(transformParts(worn(almaParts()), { rotate: [0, -20, 0], move: [-0.35, 0, 0] }), {
    wall: '#e6e2da',
    wide: 1.3,
    table: '#d2cac0',
    height: 2.9,
    target: [0, 3.75, 0],
    pitch: 2,
    depth: 3,
  })

/** A bag, a hat and a belt. */
const wardrobeCarried = (): Scene =>
  createScene(
    [
      block([2.2, 0.7, 1.5], [1.25, 0, -0.3], travertine(), -6),
      ...transformParts(boscoParts(), { scale: 0.6, rotate: [0, 14, 0], move: [1.25, 0.7, -0.3] }),
      ...transformParts(hatParts(), { scale: 0.62, rotate: [58, 16, 6], move: [-1.55, 1.16, 0.1] }),
      ...transformParts(argentBelt().parts, { scale: 0.42, rotate: [0, 30, 0], move: [0.05, 0, 1.35] }),
    ],
    { wall: '#e9dfd2', wide: 1.2, table: '#d3c3af', height: 4.3, target: [0, 1.5, 0], pitch: 12 },
  )

/** The long necklace, close up. */
const goldSun = (): Scene =>
  createScene(transformParts(hangingMedallion(), { rotate: [0, -14, 0] }), {
    wall: '#ece1d2',
    wide: 1.3,
    table: '#d8c6ae',
    height: 3.0,
    target: [0.35, 1.55, 0],
    pitch: 5,
    yaw: 8,
  })

/** Pearls, a cuff and a ring on marble. */
const goldTable = (): Scene =>
  createScene(
    [
      block([4.6, 0.3, 2.6], [0, 0, 0], marble(), -3),
      ...pearlParts(
        splineThrough([
          [-2.0, 0.3, 0.5],
          [-1.5, 0.3, 1.0],
          [-0.6, 0.3, 0.75],
          [0.1, 0.3, 1.05],
          [0.9, 0.3, 0.8],
          [1.3, 0.3, 0.4],
          [0.7, 0.3, 0.2],
          [0, 0.3, 0.45],
          [-0.7, 0.3, 0.3],
        ]),
        0.06,
        0.1,
      ),
      ...transformParts(ligneCuff().parts.slice(0, -1), { scale: 0.5, rotate: [0, 24, 0], move: [-1.15, 0.12, -0.35] }),
      plinth(0.55, 0.75, [1.35, 0.3, -0.35], limestone()),
      ...transformParts(grenatRing().parts.slice(0, -1), {
        scale: 0.42,
        rotate: [0, 20, 0],
        move: [1.35, 0.78, -0.35],
      }),
    ],
    { wall: '#e8ded1', wide: 1.2, table: '#d3c2ac', height: 3.7, target: [0.1, 1.12, 0], pitch: 16 },
  )

/** A jar and a dropper bottle. */
const faceFirst = (): Scene =>
  createScene(
    [
      block([2.3, 0.5, 1.5], [-0.95, 0, -0.2], limestone(), 8),
      ...transformParts(saugeParts(), { scale: 0.72, move: [-0.95, 0.5, -0.2] }),
      ...transformParts(minuitParts(), { scale: 0.62, rotate: [0, -12, 0], move: [1.25, 0, 0.1] }),
    ],
    { wall: '#e6e6dc', wide: 1.2, table: '#cfd0bf', height: 3.3, target: [0.05, 1.15, 0], pitch: 13 },
  )

/** A palette and a lipstick. */
const faceColour = (): Scene =>
  createScene(
    [
      ...transformParts(smokeStudy().parts, { scale: 0.62, rotate: [0, 12, 0], move: [-0.75, 0, -0.1] }),
      ...transformParts(lipstickParts(), { scale: 0.52, rotate: [0, -24, 0], move: [1.35, 0, 0.35] }),
    ],
    { wall: '#ecdfd6', wide: 1.2, table: '#d9c3b6', height: 2.9, target: [0.05, 0.9, 0], pitch: 18 },
  )

/** The journal's pictures, by name: a cover for each post, and the pictures in its text. */
export const journal: Record<string, () => Scene> = {
  'silk-cover': blogSilk,
  'silk-water': silkWater,
  'silk-fall': silkFall,
  'wardrobe-cover': blogWardrobe,
  'wardrobe-knit': wardrobeKnit,
  'wardrobe-carried': wardrobeCarried,
  'gold-cover': blogGold,
  'gold-sun': goldSun,
  'gold-table': goldTable,
  'face-cover': blogFace,
  'face-first': faceFirst,
  'face-colour': faceColour,
}
