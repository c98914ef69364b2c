import { imagePath } from '#domain/products/product.ts'
import { useShop } from './api.ts'

/** The icons of the browser's tab: the owner's mark, or those of the house; a name of one's own without a mark has its first letter. */
export function ShopIcons() {
  const { name, mark, accent, hasDefaultName } = useShop()
  if (mark)
    return (
      <>
        <link rel="icon" href={imagePath(mark.id, 320, 'webp')} type="image/webp" />
        <link rel="apple-touch-icon" href={imagePath(mark.id, 320, 'webp')} />
      </>
    )
  const [letter = ''] = name
  if (!hasDefaultName)
    return <link rel="icon" href={letterIcon(letter, accent?.light.text ?? '#8e2f3c')} type="image/svg+xml" />
  return (
    <>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="apple-touch-icon" href="/favicon.png" />
    </>
  )
}

const letterIcon = (letter: string, color: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#faf7f2"/><text x="32" y="47" text-anchor="middle" font-family="Georgia,serif" font-size="42" fill="${color}">${letter.replaceAll(/[<>&]/g, '')}</text></svg>`,
  )}`
