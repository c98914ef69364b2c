import { prefetch } from '../prefetch.ts'
import { Collection, collectionFilters, collectionQueries } from '../products/collection.tsx'
import type { Route } from './+types/sale'

const chosen = { sale: true }

export const loader = ({ context, request }: Route.LoaderArgs) =>
  prefetch(context, ...collectionQueries(collectionFilters(chosen, new URL(request.url).searchParams)))

export const clientLoader = () => null

export default function Sale() {
  return (
    <Collection
      title="Sale"
      words="Pieces at less than they cost before, each with its old price beside the new one."
      path="/sale"
      chosen={chosen}
      whenEmpty="Nothing is reduced at the moment."
    />
  )
}
