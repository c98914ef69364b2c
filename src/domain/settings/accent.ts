/** The grounds on which the accent must be readable; `styles.css` has the same. */
const grounds = { light: ['#faf7f2', '#ffffff'], dark: ['#171412', '#211d1a'] } as const
const white = '#ffffff'
/** WCAG 2.2, 1.4.3: the least contrast of normal text. */
const leastForText = 4.5
/** WCAG 2.2, 1.4.11: the least contrast of a control with its surroundings. */
const leastForControls = 3

/** The accent with which the shop comes, for which `styles.css` has the shades. */
export const defaultAccent = '#8e2f3c'

/** An accent as the shop uses it, each `#rrggbb`. */
export interface AccentShades {
  light: { text: string; button: string }
  dark: { text: string; button: string }
}

/** Reads `#rgb` or `#rrggbb`. @returns `#rrggbb` in small letters, undefined for anything else */
export function readColor(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text.trim())
  const long = short
    ? `#${short
        .slice(1)
        .map(digit => digit + digit)
        .join('')}`
    : text.trim()
  return /^#[0-9a-f]{6}$/i.test(long) ? long.toLowerCase() : undefined
}

/** The contrast of two colors, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The least contrast of an accent with the light grounds, and with white text on it. */
export const accentContrast = (accent: string): number =>
  Math.min(...grounds.light.map(ground => contrastOf(accent, ground)))

/** Why an accent cannot be used, in one sentence; undefined when it can. */
export function accentError(accent: string): string | undefined {
  const contrast = accentContrast(accent)
  if (contrast >= leastForText) return undefined
  return `This accent has a contrast of ${contrast.toFixed(1)} to 1 on the shop's ground and needs ${leastForText}: choose a darker color.`
}

/** The shades of an accent. In the dark it is lightened until text in it, and a button, can be told from the ground. */
export function accentShades(accent: string): AccentShades {
  const isReadable = (color: string) => grounds.dark.every(ground => contrastOf(color, ground) >= leastForText + 0.5)
  const isTold = (color: string) => grounds.dark.every(ground => contrastOf(color, ground) >= leastForControls)
  const button = lightened(accent, isTold)
  return {
    light: { text: accent, button: accent },
    // White text on the button stays readable, even where the button is then hard to tell from the ground.
    dark: {
      text: lightened(accent, isReadable),
      button: contrastOf(white, button) >= leastForText ? button : lightened(accent, c => contrastOf(white, c) < 5),
    },
  }
}

/** The first mix with white, in steps of a fiftieth, that will do. */
function lightened(color: string, willDo: (color: string) => boolean): string {
  for (let step = 0; step < 50; step++) {
    const mixed = mix(color, step / 50)
    if (willDo(mixed)) return mixed
  }
  return white
}

const channelsOf = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))

const mix = (color: string, white: number) =>
  `#${channelsOf(color)
    .map(channel =>
      Math.round(channel + (255 - channel) * white)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map(channel => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
