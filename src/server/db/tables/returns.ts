import type { Generated } from 'kysely'
import type { ReturnReason } from '#domain/returns/return.ts'

/** Pieces that a buyer sends back. Statement, goods and money are three steps, each with its time; any order of them is possible. */
export interface ReturnTable {
  /** Made by the browser or the page, so that sent twice it is one return. */
  id: string
  kind: 'return' | 'withdrawal'
  /** Null for a withdrawal that names no order of the shop. */
  order_id: string | null
  /** What the buyer wrote; erased with the buyer. */
  message: Generated<string>
  asked_at: Date
  /** When the goods came. */
  arrived_at: Generated<Date | null>
  /** When the money was returned, or the swap sent. */
  settled_at: Generated<Date | null>
  refused_at: Generated<Date | null>
  refusal: Generated<string | null>
  /** By the buyer, or because it was not them. */
  cancelled_at: Generated<Date | null>
  /** Until then its swaps hold their pieces; null without an open swap. */
  held_until: Generated<Date | null>
}

export interface ReturnLineTable {
  return_id: string
  place: number
  /** The line of the order. */
  position: number
  /** What comes back: the size that was bought, or that of an earlier swap. Null for orders of a release without sizes. */
  variant_id: string | null
  quantity: number
  /** Null in a withdrawal, which needs none. */
  reason: ReturnReason | null
  arrived: Generated<number>
  /** Of these, put back on the shelf. */
  restocked: Generated<number>
  /** The size that the buyer gets instead. */
  swap_variant_id: Generated<string | null>
  /** `held` and `uncounted` are open; a swap of a size that is not counted holds nothing. */
  swap_state: Generated<'held' | 'uncounted' | 'sent' | 'ended' | null>
}

/** What somebody stated who withdraws from a contract: 2011/83/EU, article 11a. Erased with the buyer. */
export interface WithdrawalTable {
  return_id: string
  name: string
  /** What identifies the contract, as typed. */
  contract: string
  /** Where the receipt goes. */
  email: string
  /** Which pieces, in the buyer's words; null for the whole order. */
  pieces: string | null
  /** It came after the days of the law; the owner decides. */
  is_late: Generated<boolean>
  /** When the order's own address said "That was not me". */
  objected_at: Generated<Date | null>
}

/** Opens the page "That was not me". Only hashes are stored. */
export interface WithdrawalObjectionTable {
  token_hash: Buffer
  return_id: string
}

/** A parcel. */
export interface ShipmentTable {
  /** Made by the browser, so that a double click sends one. */
  id: string
  order_id: string
  /** The return whose swap it carries. */
  return_id: Generated<string | null>
  carrier: Generated<string>
  number: Generated<string>
  /** Where the carrier says where it is: https. */
  url: Generated<string | null>
  sent_at: Date
  /** As an admin says. */
  delivered_at: Generated<Date | null>
  /** The admin's e-mail. */
  actor: string
}
