import type { PostEntry } from '#domain/content/content.ts'
import { UploadedPicture } from '../settings/uploaded-picture.tsx'
import { Art } from '../ui/art.tsx'

/** The posts of the house have smaller pictures on their cards. */
const cards = {
  'silk-cover': 'blog-1',
  'wardrobe-cover': 'blog-2',
  'gold-cover': 'blog-3',
  'face-cover': 'blog-4',
} as const

interface PostPictureProps {
  post: Pick<PostEntry, 'picture' | 'pictureSize'>
  sizes: string
  className: string
}

/** The picture of a post in a list; a plain ground without one. */
export function PostPicture({ post: { picture, pictureSize }, ...rest }: PostPictureProps) {
  if (picture && pictureSize) return <UploadedPicture picture={{ id: picture, ...pictureSize }} alt="" {...rest} />
  if (!picture || !(picture in cards)) return <span className={`${rest.className} block bg-line`} />
  return <Art name={cards[picture as keyof typeof cards]} alt="" {...rest} />
}
