// Which users may do what, and what unauthorised users can find out.
import './support/production.ts'

import { shopLimits } from '#server/http/limits/rate-limit.ts'
import { movableClock } from '#server/payments/payments.fixture.ts'
import { noLimits } from '../support/limits.ts'
import { tryFetching, tryPaths, tryRedirects } from './rights/addresses.ts'
import { tryCodes } from './rights/codes.ts'
import { tryHeaders } from './rights/headers.ts'
import { tryLockOut, tryTiming } from './rights/login.ts'
import { routeBook, tryMatrix, trySpellings } from './rights/matrix.ts'
import { trySessions } from './rights/sessions.ts'
import { tryStrangers } from './rights/strangers.ts'
import { openShop } from './support/shop-in-process.ts'
import { trial } from './support/trial.ts'

const { watch, routesOf } = routeBook()
const clock = movableClock()
const { login, loginsOfAddress, rightLogins, code } = shopLimits

await trial(
  'Everybody is let in where they belong and nowhere else, and nobody finds out about others.',
  async trial => {
    const shop = await openShop({
      settings: { PUBLIC_ORIGIN: 'https://shop.example', TRUST_PROXY: 'loopback' },
      limits: { ...noLimits, login, loginsOfAddress, rightLogins, code },
      clock,
      watch,
    })
    try {
      await tryMatrix(shop, routesOf(shop.app), trial)
      await trySpellings(shop, trial)
      await tryHeaders(shop, trial)
      await tryTiming(shop, clock, trial)
      await tryLockOut(shop, clock, trial)
      await tryCodes(shop, clock, trial)
      await trySessions(shop, clock, trial)
      await tryStrangers(shop, clock, trial)
      await tryRedirects(shop, trial)
      await tryPaths(shop, trial)
      await tryFetching(shop, trial)
      trial.none('rules broken on the Proof page', await shop.countBrokenRules())
    } finally {
      await shop.close()
    }
  },
)
