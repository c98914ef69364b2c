import { describePlace, type PlaceInLine, retryAfter } from '#domain/orders/line.ts'
import { ShopError } from '../../lib/errors.ts'

/** The buyer has a place in the line, and asks again later. To a client that knows of no line the shop is busy. */
export class InLineError extends ShopError {
  override readonly facts: { line: PlaceInLine }

  constructor(line: PlaceInLine) {
    super(503, 'busy', describePlace(line), retryAfter(line.seconds))
    this.facts = { line }
  }
}
