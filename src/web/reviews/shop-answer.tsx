import type { Review } from '#domain/products/review.ts'
import { shopInfo } from '#domain/shop-info.ts'
import { WrittenOn } from './written-on.tsx'

/** The shop's answer below a review, signed with its name. */
export const ShopAnswer = ({ text, answeredAt }: NonNullable<Review['answer']>) => (
  <div className="mt-4 max-w-prose border-line border-l-2 pl-4">
    <p className="whitespace-pre-line leading-relaxed [overflow-wrap:anywhere]">{text}</p>
    <p className="mt-2 text-sm text-stone">
      {shopInfo.name}, <WrittenOn at={answeredAt} />
    </p>
  </div>
)
