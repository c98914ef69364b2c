import { MissingPage } from '../layout/missing-page.tsx'
import { prefetch } from '../prefetch.ts'
import { Collection, collectionFilters, collectionQueries } from '../products/collection.tsx'
import { settingsEndpoints, useCollectionQuery } from '../settings/api.ts'
import { UploadedPicture } from '../settings/uploaded-picture.tsx'
import { Failure } from '../ui/feedback/notice.tsx'
import type { Route } from './+types/collection'

const labels = {
  own: 'Our order',
  newest: 'Newest',
  'price-asc': 'Our order',
  'price-desc': 'Our order',
  rating: 'Our order',
} as const

export const loader = ({ context, params: { address }, request }: Route.LoaderArgs) => {
  const filters = collectionFilters({ collection: address.toLowerCase() }, new URL(request.url).searchParams)
  return prefetch(context, [settingsEndpoints.collection, address.toLowerCase()], ...collectionQueries(filters))
}

export const clientLoader = () => null

export default function CollectionPage({ params }: Route.ComponentProps) {
  const address = params.address.toLowerCase()
  const { currentData: collection, isFetching, error, refetch } = useCollectionQuery(address)
  if (!collection) {
    if (isFetching) return <div className="min-h-[70vh]" />
    return error && 'status' in error && error.status !== 404 ? (
      <div className="container-page py-16">
        <Failure onRetry={refetch}>Error to load products</Failure>
      </div>
    ) : (
      <MissingPage />
    )
  }
  const { name, words, order, picture } = collection
  return (
    <Collection
      title={name}
      words={words}
      path={`/collections/${address}`}
      chosen={{ collection: address }}
      firstOrder={labels[order]}
      whenEmpty="There is nothing in this collection at the moment."
      picture={
        picture && (
          <UploadedPicture
            picture={picture}
            alt=""
            sizes="(width >= 105rem) 97rem, 94vw"
            priority
            className="mb-8 max-h-[28rem] w-full rounded-card object-cover"
          />
        )
      }
    />
  )
}
