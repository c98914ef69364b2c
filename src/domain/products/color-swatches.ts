/** The swatches of the shop's colors, for products that have none of their own. */
export const colorSwatches = {
  black: '#1f1c1b',
  red: '#a6283a',
  gold: '#c79a3b',
  blue: '#2f4f86',
  silver: '#b9bcc0',
  beige: '#d9c7aa',
  green: '#3f6b4f',
} as const
