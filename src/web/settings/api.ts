import { setCurrency } from '#domain/money.ts'
import type { HomeContent, ShopFrame, ShownCollection } from '#domain/settings/shown.ts'
import { shopInfo } from '#domain/shop-info.ts'
import { api, unwrap } from '../api.ts'
import { type Store, useAppSelector } from '../store.ts'

export const settingsApi = api.injectEndpoints({
  endpoints: build => ({
    /** Every page is rendered with it, and keeps it. */
    shopFrame: build.query<ShopFrame, void>({
      query: () => 'settings',
      transformResponse(answer: { data: ShopFrame }) {
        setCurrency(answer.data.currency)
        return answer.data
      },
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    homeContent: build.query<HomeContent, void>({
      query: () => 'settings/home',
      transformResponse: unwrap<HomeContent>,
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    collection: build.query<ShownCollection, string>({
      query: address => `settings/collections/${encodeURIComponent(address)}`,
      transformResponse: unwrap<ShownCollection>,
      keepUnusedDataFor: 5,
    }),
  }),
})

export const { endpoints: settingsEndpoints, useCollectionQuery, useHomeContentQuery } = settingsApi

/** Before the first page is there. */
const unknown: ShopFrame = {
  ...shopInfo,
  address: [...shopInfo.address],
  tagline: '',
  mark: null,
  hasDefaultName: true,
  shared: { url: '/social.png', width: 1200, height: 630 },
  accent: null,
  social: [],
  legal: '',
  placed: '',
  announcement: null,
  categories: [],
  colors: [],
  collections: [],
  menus: { header: [], footer: [] },
  delivery: { sentence: '', isFree: false, isAsked: false },
  returns: '',
  hasCodes: false,
  currency: 'USD',
  priceBands: [],
}

const selectFrame = settingsEndpoints.shopFrame.select()

/** What the owner says about the shop, as a page that is rendered knows it. */
export const shopOf = (state: ReturnType<Store['getState']>): ShopFrame => selectFrame(state).data ?? unknown

/** What the owner says about the shop: its name, its address and what stands on every page. */
export const useShop = (): ShopFrame => useAppSelector(shopOf)

/** The shop's colors, by name. */
export function useSwatch(): (color: string) => string {
  const { colors } = useShop()
  return color => colors.find(({ name }) => name === color)?.swatch ?? '#ffffff'
}

export const withCapital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The links to the shop's goods, in the order of the menu. */
export function useGoodsLinks(): { to: string; label: string }[] {
  const { categories, collections } = useShop()
  return [
    ...categories.map(({ address, name }) => ({ to: `/categories/${address}`, label: name })),
    ...collections.map(({ address, name }) => ({ to: `/collections/${address}`, label: name })),
    { to: '/sale', label: 'Sale' },
  ]
}

/** The choices of a select of categories, and of colors. */
export function useChoices() {
  const { categories, colors } = useShop()
  return {
    categories: categories.map(({ address, name }) => ({ value: address, label: name })),
    colors: colors.map(({ name }) => ({ value: name, label: withCapital(name) })),
  }
}
