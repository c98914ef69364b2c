import type { Review } from '#domain/products/review.ts'
import { useShop } from '../settings/api.ts'
import { WrittenOn } from './written-on.tsx'

/** The shop's answer below a review, signed with its name. */
export function ShopAnswer({ text, answeredAt }: NonNullable<Review['answer']>) {
  const { name } = useShop()
  return (
    <div className="mt-4 max-w-prose border-line border-l-2 pl-4">
      <p className="whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">{text}</p>
      <p className="mt-2 text-sm text-stone">
        {name}, <WrittenOn at={answeredAt} />
      </p>
    </div>
  )
}
