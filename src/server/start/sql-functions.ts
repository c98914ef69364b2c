import { beginCheckoutFunction } from '../checkout/begin-checkout.ts'
import { findDiscountFunction, orderCostsFunction } from '../checkout/costs-sql.ts'
import { takeTurnFunction } from '../checkout/line/take-turn.ts'
import type { Db } from '../db/connection.ts'
import { installFunctions } from '../db/sql-function.ts'
import { leftForStrangersFunction } from '../stock/hoarding-sql.ts'
import { settleStockFunction, takePiecesFunction } from '../stock/settling-sql.ts'

/** The functions that this release calls in its database. */
export const shopFunctions = [
  orderCostsFunction,
  findDiscountFunction,
  beginCheckoutFunction,
  takeTurnFunction,
  leftForStrangersFunction,
  settleStockFunction,
  takePiecesFunction,
]

/** Creates those that do not exist. The caller ensures that only one process does so at a time. */
export const installShopFunctions = (db: Db): Promise<void> => installFunctions(db, shopFunctions)
