import { describePlace, type PlaceInLine, retryAfter } from '#domain/orders/line.ts'
import { ShopError } from '../../lib/errors.ts'

/** The buyer has a place in the line, and asks again later. To a client that knows of no line the shop is busy. */
export class InLineError extends ShopError {
  override readonly facts: { line: PlaceInLine }

  /** @param length of the whole line */
  constructor(line: PlaceInLine, length: number) {
    super(503, 'busy', describePlace(line), retryAfter(line.seconds, length))
    this.facts = { line }
  }
}
