import type { Generated, JSONColumnType } from 'kysely'
import type { AuditedRecord, Fields } from '#domain/audit.ts'
import type { JobKind } from '#domain/job.ts'
import type { OrderStatus, PaymentState, RefundState } from '#domain/orders/order.ts'
import type { Category, Color } from '#domain/products/product.ts'
import type { ImportFault } from '#domain/products/product-import.ts'
import type { Role } from '#domain/users/user.ts'

export interface Tables {
  user: UserTable
  session: SessionTable
  device: DeviceTable
  password_reset: PasswordResetTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  mail: MailTable
  house_news: AdminDigestTable
  audit: AuditTable
  contact_message: ContactMessageTable
  chore: JobTable
  image: ImageTable
  upload: UploadTable
  product: ProductTable
  product_count: ProductCountTable
  product_import: ProductImportTable
  product_import_row: ProductImportRowTable
  product_search: ProductSearchTable
  search_word: SearchWordTable
  empty_search: EmptySearchTable
  review: ReviewTable
  order: OrderTable
  order_tally: OrderTallyTable
  row_tally: RowTallyTable
  ended_order_tally: EndedOrderTallyTable
  order_line: OrderLineTable
  address: AddressTable
  order_event: OrderEventTable
  payment_event: PaymentEventTable
  refund: RefundTable
  dispute: DisputeTable
}

interface UserTable {
  id: string
  username: string
  email: string
  role: Generated<Role>
  /** Null: nobody can sign in as this user. */
  password_hash: string | null
  /** An address of a picture, empty when none was given; never fetched by the shop. */
  profile_image: Generated<string>
  bio: Generated<string>
  profession: Generated<string>
  created_at: Date
  deleted_at: Generated<Date | null>
  /** Since then nothing is known of them any more; see privacy/erase-person.ts. */
  erased_at: Generated<Date | null>
}

/** Only hashes of the tokens are kept: who reads the database cannot sign in with it. */
interface SessionTable {
  /** Of the cookie. */
  token_hash: Buffer
  /** Of the second token, for `Authorization: Bearer`. */
  bearer_hash: Buffer
  user_id: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  /** Its user's rights have changed: the next request gets a new token. */
  must_renew: Generated<boolean>
  /** Of the cookie before the last renewal, good for a moment longer: several requests may be under way with it. */
  old_token_hash: Generated<Buffer | null>
  renewed_at: Generated<Date | null>
  /** Says nothing about its tokens. */
  id: Generated<string>
  /** What was signed in with, in words; null for what an older version began. */
  browser: Generated<string | null>
  system: Generated<string | null>
}

/** A browser that this user has signed in with before. */
interface DeviceTable {
  token_hash: Buffer
  user_id: string
  created_at: Date
}

/** A link to choose a new password. Used ones are deleted. */
interface PasswordResetTable {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

/** An authenticator app whose codes a user needs at login, once it is confirmed. */
interface SecondFactorTable {
  user_id: string
  /** In base32, as the app has it: codes are made from it, so it cannot be a hash. */
  secret: string
  confirmed_at: Generated<Date | null>
  /** The 30 seconds, counted since 1970, of the last code that was taken: it and all before it are used up. */
  last_step: Generated<number>
  created_at: Date
}

/** For whoever has lost the app; each works once. */
interface RecoveryCodeTable {
  user_id: string
  hash: Buffer
  used_at: Generated<Date | null>
}

/** E-mails to send. What they say is read when they are sent; no text and no secret waits here. */
interface MailTable {
  id: string
  kind: 'order-confirmation' | 'order-shipped' | 'order-refunded' | 'password-reset' | 'house-news' | 'dispute-opened'
  /** Of an admin, or as typed by whoever forgot a password, whether it has an account or not. */
  address: string | null
  order_id: string | null
  created_at: Date
  attempts: Generated<number>
  /** Null once it is sent or given up. */
  next_try_at: Date | null
  /** The same for the kinds that release 0.1.0 does not know: what has a next_try_at it would take, and close unsent. */
  due_at: Generated<Date | null>
  sent_at: Generated<Date | null>
  /** When it was given up, and why, in the mail server's words. */
  failed_at: Generated<Date | null>
  failure: Generated<string | null>
  /** Of which an e-mail to an admin tells. */
  news: JSONColumnType<AdminDigest | null, string | undefined>
  /** Of which an e-mail to an admin tells. */
  dispute_id: Generated<string | null>
}

export interface AdminDigest {
  /** The ids of those that the e-mail names. */
  orders: string[]
  /** How many other orders there are. */
  more: number
  messages: number
}

/** One row: up to where the admins have been told. */
interface AdminDigestTable {
  only_row: Generated<true>
  /** The last entry in the history of orders. */
  last_event: number
  messages_until: Date
  /** When the next e-mails may be written. */
  next_at: Date
}

interface ImageTable {
  /** Made from the picture's content, so its URLs never change their meaning. */
  id: string
  width: number
  height: number
  placeholder: string
  created_at: Date
}

/** A picture that is being kept, or whose upload was broken off. */
interface UploadTable {
  image_id: string
  begun_at: Date
}

interface ProductTable {
  id: string
  name: string
  category: Category
  color: Color
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
  /** Mean of its reviews with two decimals, 0 without. */
  rating: Generated<number>
  author: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
}

/**
 * How many products on sale have the prices of a bucket (see `price-steps.ts`), by category and color; an empty one stands
 * for all. Kept by a trigger, so that totals are exact without counting rows.
 */
interface ProductCountTable {
  category: Category | ''
  color: Color | ''
  bucket: number
  n: number
}

/** A file of products that was read; what it changes stands in its rows. */
interface ProductImportTable {
  id: string
  file: string
  /** Null for the command line. */
  actor: string | null
  created_at: Date
  /** Null while it is read, and for one whose reading was killed. */
  read_at: Generated<Date | null>
  added: Generated<number>
  changed: Generated<number>
  unchanged: Generated<number>
  fault_count: Generated<number>
  /** The first thousand. */
  faults: JSONColumnType<ImportFault[], string | undefined>
  applied_at: Generated<Date | null>
  /** With which it can be taken back. */
  audit_id: Generated<string | null>
}

/** A product as a file has it, beside the one on sale when the file was read. */
interface ProductImportRowTable {
  import_id: string
  product_id: string
  line: number
  kind: 'new' | 'changed' | 'unchanged' | 'fault'
  after: JSONColumnType<ImportedFields | null, string | null>
  /** Of a changed one, until the import can no longer be taken back. */
  before: JSONColumnType<ImportedFields | null, string | null>
  /** `updated_at` of the product that was compared. */
  version: Date | null
}

/** The columns of a product that a file sets. */
export interface ImportedFields {
  name: string
  category: Category
  color: Color
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
}

/** What a search reads of a product on sale: kept by a trigger. */
interface ProductSearchTable {
  product_id: string
  category: Category
  color: Color
  price_cents: number
  /** In the row in which the products came on sale. */
  place: number
  created_at: Date
  /** The words of its name, category and color. */
  head: string
  /** These and the words of its description, and the marks by which the newest are found first. */
  words: string
}

/** Every word that a product was ever described with, to know a word that is spelt wrong or not complete. */
interface SearchWordTable {
  word: string
  stem: string
  in_names: boolean
}

/** What was looked for in vain. */
interface EmptySearchTable {
  term: string
  times: Generated<number>
  first_at: Date
  last_at: Date
}

interface ReviewTable {
  id: string
  user_id: string
  product_id: string
  rating: number
  comment: string
  created_at: Date
}

interface OrderTable {
  id: string
  /** Public, 128 random bits. */
  order_id: string
  user_id: string | null
  /** The account's address for a signed-in buyer, the typed one for a guest. */
  email: string | null
  contact_email: string | null
  status: Generated<OrderStatus>
  payment_state: Generated<PaymentState>
  /** Why a payment waits for the owner's review. */
  review_reason: Generated<string | null>
  amount_cents: number
  currency: Generated<string>
  /** How often the provider was asked for a session. */
  attempt: Generated<number>
  payment_session: Generated<string | null>
  payment_url: Generated<string | null>
  expires_at: Generated<Date | null>
  /** While it awaits its payment: when the provider is next asked about it. */
  check_at: Generated<Date>
  /** Who is ordering, only while the payment is awaited: the limits count by it. */
  visitor: Generated<string | null>
  /** The request that began it brought no visitor's cookie. */
  was_new_visitor: Generated<boolean>
  /** What the browser made for this cart, only while the payment is awaited. */
  idempotency_key: Generated<string | null>
  /** A hash of the network that it came from, only while the payment is awaited: floods are counted by it. */
  address: Generated<Buffer | null>
  /** The front end on another origin that it came from, and to which its buyer goes back. */
  return_origin: Generated<string | null>
  /** What was in the cart, to know the same cart again. */
  cart_hash: Generated<string | null>
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
}

/**
 * Orders for which money has arrived and that are not deleted, by the month (UTC) in which they were made: kept by a trigger.
 * A figure is the sum of its rows.
 */
interface OrderTallyTable {
  id: Generated<number>
  month: Date
  payment_state: PaymentState
  status: OrderStatus
  n: number
  cents: number
}

/** How many rows there are of a table, by their kind: kept by a trigger. A figure is the sum of its rows. */
interface RowTallyTable {
  id: Generated<number>
  rows_of: 'user' | 'audit' | 'review' | 'contact_message'
  /** A user's role (those that are deleted do not count), an audit entry's record; empty for the others. */
  kind: string
  n: number
}

/** How many orders failed or expired, in which nobody paid: the sum of the rows. The database keeps it. */
interface EndedOrderTallyTable {
  id: Generated<number>
  payment_state: PaymentState
  n: number
}

/** A snapshot of what was bought, at the price it was bought for. */
interface OrderLineTable {
  order_id: string
  position: number
  /** Null for goods that no backup knew, in an order brought back from the provider. */
  product_id: string | null
  name: string
  image_id: string | null
  unit_cents: number
  quantity: number
}

interface AddressTable {
  order_id: string
  name: string | null
  line1: string | null
  line2: string | null
  city: string | null
  state: string | null
  postal_code: string | null
  country: string | null
  phone: string | null
}

interface OrderEventTable {
  id: Generated<number>
  order_id: string
  kind: 'status' | 'payment'
  value: string
  actor: string
  at: Date
}

interface PaymentEventTable {
  /** The provider's event id. */
  id: string
  type: string
  order_id: string | null
  received_at: Date
}

/** Money that goes back to the buyer. Its row is committed before the provider is asked. */
interface RefundTable {
  /** Also the provider's idempotency key. */
  id: string
  order_id: string
  /** Until the provider has answered, what the shop expects. */
  cents: number
  state: RefundState
  /** Null until the provider has answered. */
  provider_id: string | null
  /** Why it failed, in one sentence. */
  reason: string | null
  /** An admin's e-mail; `provider` for a refund made at the provider itself, `reconcile` for one found after a restore. */
  actor: string
  /** The admin's account. */
  actor_id: string | null
  at: Date
  updated_at: Date
  /** While it is asked: when the provider is next asked about it. */
  check_at: Date
}

/** A payment that the buyer's bank disputes, as the provider last told of it. */
interface DisputeTable {
  /** The provider's. */
  id: string
  order_id: string
  cents: number
  /** In the provider's words, such as `fraudulent`. */
  reason: string
  /** In the provider's words, such as `needs_response`. */
  status: string
  /** Until when the shop can answer. */
  due_by: Date | null
  at: Date
  /** The provider's time of what was last told. */
  updated_at: Date
}

/** Who did what to which record, written in the transaction that did it. */
interface AuditTable {
  id: string
  at: Date
  /** Null for what was done on the command line. */
  actor: string | null
  action: string
  record: AuditedRecord
  record_id: string
  /** The fields that changed. */
  before: JSONColumnType<Fields | null, string | null>
  after: JSONColumnType<Fields | null, string | null>
  /** A deletion that was taken back. */
  undone_at: Generated<Date | null>
}

interface ContactMessageTable {
  id: string
  name: string
  email: string
  subject: string
  message: string
  created_at: Date
}

/** What the shop does by itself at night, or on command: each run, and what came of it. */
interface JobTable {
  id: string
  kind: JobKind
  started_at: Date
  /** Null while it runs, and for one that was killed. */
  finished_at: Generated<Date | null>
  /** Why it failed, in one sentence. */
  failed: Generated<string | null>
  /** What came of it. */
  facts: JSONColumnType<Record<string, unknown> | null, string | null | undefined>
}
