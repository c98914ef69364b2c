import { useEffect, useRef, useState } from 'react'
import { useCurrentProductsQuery } from '../cart/api.ts'
import { ProductGrid, ProductGridLoading } from '../products/product-grid.tsx'
import { useUser } from '../session/use-user.ts'
import { useAppDispatch, useAppSelector } from '../store.ts'
import { Failure, Notice } from '../ui/feedback/notice.tsx'
import { button } from '../ui/form/button.ts'
import { Link } from '../ui/link.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { joinAccount } from '../wishlist/account.ts'
import { GonePieces } from '../wishlist/gone-pieces.tsx'
import { useRemovedPiece } from '../wishlist/use-removed-piece.ts'

export default function Wishlist() {
  const isHydrated = useHydrated()
  const ids = useAppSelector(({ wishlist }) => wishlist.ids)
  const heading = useRef<HTMLHeadingElement>(null)
  useAccount()
  useRemovedPiece(ids, heading)
  return (
    <div className="container-page py-10 md:py-14">
      <PageTitle>Wishlist</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none md:text-5xl">
        Wishlist
      </h1>
      <div className="mt-8">
        {!isHydrated ? (
          <ProductGridLoading wide count={4} />
        ) : ids.length > 0 ? (
          <Pieces ids={ids} />
        ) : (
          <Notice
            action={
              <Link to="/shop" className={button.primary}>
                See what is in the window
              </Link>
            }
          >
            Nothing is saved here yet. The heart on a piece saves it.
          </Notice>
        )}
      </div>
    </div>
  )
}

/** Another device may have changed the list of the account. */
function useAccount() {
  const user = useUser()?._id
  const isJoined = useAppSelector(({ wishlist }) => wishlist.owner === user)
  const dispatch = useAppDispatch()
  useEffect(() => {
    if (user && isJoined) dispatch(joinAccount(user))
  }, [user, isJoined, dispatch])
}

function Pieces({ ids }: { ids: string[] }) {
  const [asked, setAsked] = useState(ids)
  const isMore = ids.some(id => !asked.includes(id))
  useEffect(() => {
    if (isMore) setAsked(ids) // a removed piece is no reason to ask again
  }, [isMore, ids])
  const { data, isError, isFetching, refetch } = useCurrentProductsQuery(asked)
  if (isError && !isFetching) return <Failure onRetry={refetch}>Error to load products</Failure>
  if (!data) return <ProductGridLoading wide count={Math.min(ids.length, 8)} />
  const products = new Map(data.map(product => [product._id, product]))
  const gone = isFetching || isMore ? [] : ids.filter(id => !products.has(id))
  return (
    <>
      <h2 className="sr-only">Pieces</h2>
      <ProductGrid wide products={ids.flatMap(id => products.get(id) ?? [])} priority={2} />
      <GonePieces ids={gone} />
    </>
  )
}
