import { useEffect, useState } from 'react'
import { Provider } from 'react-redux'
import { api } from '../../../api.ts'
import { Benefits } from '../../../home/benefits.tsx'
import { Deals } from '../../../home/deals.tsx'
import { Hero } from '../../../home/hero.tsx'
import { PromoCards } from '../../../home/promo-cards.tsx'
import { Announcement } from '../../../layout/announcement.tsx'
import { Footer } from '../../../layout/footer.tsx'
import { Header } from '../../../layout/header.tsx'
import { makeStore, type Store } from '../../../store.ts'
import { AccentStyle } from '../../accent-style.tsx'
import { settingsEndpoints } from '../../api.ts'
import type { draftShown } from '../draft-shown.ts'

type Shown = ReturnType<typeof draftShown>

/** The home page as the shop renders it, from a store that holds what is typed and asks the server nothing. */
export function PreviewedHome({ shown }: { shown: Shown }) {
  const [store] = useState(() => filledStore(shown))
  useEffect(() => fill(store, shown), [store, shown])
  return (
    <Provider store={store}>
      <AccentStyle />
      <Header />
      <Announcement />
      <main className="pt-16">
        <Hero />
        <PromoCards />
        <Deals />
        <Benefits />
      </main>
      <Footer />
    </Provider>
  )
}

function filledStore(shown: Shown): Store {
  const store = makeStore({ askApi: async () => ({ status: 404, body: {} }) })
  fill(store, shown)
  return store
}

function fill(store: Store, { frame, home }: Shown): void {
  store.dispatch(
    api.util.upsertQueryEntries([
      { endpointName: settingsEndpoints.shopFrame.name, arg: undefined, value: frame },
      { endpointName: settingsEndpoints.homeContent.name, arg: undefined, value: home },
    ] as never),
  )
}
