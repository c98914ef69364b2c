import { useShop } from './api.ts'

/** Puts the owner's accent in the place of that of `styles.css`; on a picture, which is as light in the dark, its light shade. */
export function AccentStyle() {
  const { accent } = useShop()
  if (!accent) return null
  const rule = ({ text, button }: { text: string; button: string }) => `:root{--rosewood:${text};--wine:${button}}`
  return (
    <style>{`:root{--accent:${accent.light.button}}${rule(accent.light)}@media screen and (prefers-color-scheme:dark){${rule(accent.dark)}}`}</style>
  )
}
