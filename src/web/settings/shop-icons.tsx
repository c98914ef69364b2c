import { useShop } from './api.ts'

/** The icons of the browser's tab. The server draws them; a change has another address, so that no browser shows the former ones. */
export function ShopIcons() {
  const { name, mark, accent, hasDefaultName } = useShop()
  const [letter = ''] = name
  const version = mark ? mark.id : `${letter}${accent?.light.text ?? ''}`
  const query = hasDefaultName ? '' : `?v=${encodeURIComponent(version)}`
  return (
    <>
      {mark ? (
        <link rel="icon" href={`/favicon.png${query}`} type="image/png" />
      ) : (
        <link rel="icon" href={`/favicon.svg${query}`} type="image/svg+xml" />
      )}
      {(mark || hasDefaultName) && <link rel="apple-touch-icon" href={`/favicon.png${query}`} />}
      <link rel="manifest" href="/site.webmanifest" />
    </>
  )
}
