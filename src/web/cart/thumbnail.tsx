import { imageIdOf, imagePath } from '#domain/products/product.ts'

/** The small picture of a product in the cart; decorative, because its name stands beside it. */
export function Thumbnail({ image }: { image: string }) {
  const shape = 'aspect-4/5 w-20 rounded-card border border-line bg-ivory object-cover'
  const id = imageIdOf(image)
  if (!id) return <span className={`${shape} block`} />
  return <img src={imagePath(id, 320, 'webp')} alt="" width={320} height={400} className={shape} />
}
