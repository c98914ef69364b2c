import { useEffect, useState } from 'react'
import { useLazy } from '../../ui/use-lazy.ts'
import { addRecentlyViewed, readRecentlyViewed } from './recently-viewed-storage.ts'

const loadList = async () => (await import('./recently-viewed-list.tsx')).RecentlyViewedList
const nothingIsMissed = () => {}

/**
 * Products that this browser opened earlier, at today's prices, without those no longer on sale. Render it at the end
 * of a page, because it loads after the page; a first visit loads nothing.
 */
export function RecentlyViewed({ productId }: { productId: string }) {
  const [ids, setIds] = useState<string[]>([])
  useEffect(() => {
    setIds(readRecentlyViewed().filter(each => each !== productId))
    addRecentlyViewed(productId)
  }, [productId])
  const List = useLazy(loadList, ids.length > 0, nothingIsMissed)
  return List && ids.length > 0 && <List ids={ids} />
}
