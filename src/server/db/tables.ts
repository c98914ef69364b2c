import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AuditedRecord, Fields } from '#domain/audit.ts'
import type { ContentKind } from '#domain/content/content.ts'
import type { Document } from '#domain/content/document.ts'
import type { JobKind } from '#domain/job.ts'
import type { OrderStatus, PaymentState, RefundState } from '#domain/orders/order.ts'
import type { LinkKind } from '#domain/products/link-fields.ts'
import type { ImportFault, importCountResults } from '#domain/products/product-import.ts'
import type { Status } from '#domain/products/schedule.ts'
import type { SizeInput } from '#domain/products/size.ts'
import type { ChartTable } from '#domain/products/size-chart.ts'
import type { DemandKind } from '#domain/stock/lost-demand.ts'
import type { InvitedRole } from '#domain/users/invitation.ts'
import type { Role } from '#domain/users/user.ts'

export interface Tables {
  user: UserTable
  session: SessionTable
  device: DeviceTable
  password_reset: EmailLinkTable
  email_verification: EmailLinkTable
  invitation: InvitationTable
  invitation_link: InvitationLinkTable
  stock_alert: StockAlertTable
  stock_alert_link: StockAlertLinkTable
  second_factor: SecondFactorTable
  recovery_code: RecoveryCodeTable
  mail: MailTable
  house_news: AdminDigestTable
  audit: AuditTable
  shop_setting: ShopSettingTable
  shop_setting_change: ShopSettingChangeTable
  content: ContentTable
  content_address: ContentAddressTable
  content_change: ContentChangeTable
  moved_product: MovedProductTable
  bulk_edit: BulkEditTable
  bulk_edit_row: BulkEditRowTable
  contact_message: ContactMessageTable
  message_answer: MessageAnswerTable
  chore: JobTable
  image: ImageTable
  upload: UploadTable
  product: ProductTable
  product_price: ProductPriceTable
  style: StyleTable
  variant: VariantTable
  variant_backfill: VariantBackfillTable
  stock: StockTable
  stock_movement: StockMovementTable
  delivery: DeliveryTable
  stock_take: StockTakeTable
  stock_take_line: StockTakeLineTable
  lost_demand: LostDemandTable
  low_stock_told: LowStockToldTable
  low_stock_turn: LowStockTurnTable
  product_image: ProductImageTable
  product_link: ProductLinkTable
  size_chart: SizeChartTable
  product_count: ProductCountTable
  product_fits_count: ProductFitsCountTable
  product_sale_count: ProductFitsCountTable
  product_import: ProductImportTable
  product_import_row: ProductImportRowTable
  product_import_count: ProductImportCountTable
  picture_download: PictureDownloadTable
  product_search: ProductSearchTable
  search_word: SearchWordTable
  empty_search: EmptySearchTable
  review: ReviewTable
  wishlist_item: WishlistItemTable
  order: OrderTable
  order_tally: OrderTallyTable
  row_tally: RowTallyTable
  ended_order_tally: EndedOrderTallyTable
  order_line: OrderLineTable
  address: AddressTable
  order_event: OrderEventTable
  order_key: OrderKeyTable
  order_note: OrderNoteTable
  payment_event: PaymentEventTable
  refund: RefundTable
  dispute: DisputeTable
}

interface UserTable {
  id: string
  username: string
  email: string
  role: Generated<Role>
  /** Null: the user cannot sign in with a password. */
  password_hash: string | null
  /** URL of a picture, empty when none was given; the shop never fetches it. */
  profile_image: Generated<string>
  bio: Generated<string>
  profession: Generated<string>
  created_at: Date
  deleted_at: Generated<Date | null>
  /** When the user last opened a link that was sent to the e-mail. */
  email_verified_at: Generated<Date | null>
  /** Codes of fits of `domain/products/size.ts`, for who keeps them in the account. */
  sizes: Generated<string[] | null>
  /** When the user's data was erased; see privacy/erase-person.ts. */
  erased_at: Generated<Date | null>
}

/** Only hashes of the tokens are stored: whoever can read the database cannot sign in with it. */
interface SessionTable {
  /** The hash of the cookie's token. */
  token_hash: Buffer
  /** The hash of the second token, for `Authorization: Bearer`. */
  bearer_hash: Buffer
  user_id: string
  created_at: Date
  seen_at: Date
  expires_at: Date
  /** The user's rights have changed: the next request gets a new token. */
  must_renew: Generated<boolean>
  /** The hash of the cookie's token before the last renewal, valid for a moment longer: concurrent requests may still send it. */
  old_token_hash: Generated<Buffer | null>
  renewed_at: Generated<Date | null>
  /** Independent of the tokens. */
  id: Generated<string>
  /** Browser and system, in words; null for sessions of an older version. */
  browser: Generated<string | null>
  system: Generated<string | null>
}

/** A known device: a browser that this user has signed in with before. */
interface DeviceTable {
  token_hash: Buffer
  user_id: string
  created_at: Date
}

/** A link to set a new password. Used links are deleted. */
/** Somebody who wants to be told when a size is back. */
interface StockAlertTable {
  id: string
  variant_id: string
  email: string
  asked_at: Date
  /** Null until the address has confirmed it. */
  confirmed_at: Date | null
  told_at: Date | null
}

/** An answer to a message, which was queued as an e-mail with it. */
interface MessageAnswerTable {
  /** From the browser: sent again, it is the same answer. */
  id: string
  message_id: string
  author: string
  text: string
  at: Date
}

/** Somebody who is invited to work in the shop. It is open while it is neither accepted nor withdrawn. */
interface InvitationTable {
  id: string
  email: string
  role: InvitedRole
  /** The admin who sent it last. */
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_at: Generated<Date | null>
  withdrawn_at: Generated<Date | null>
}

interface InvitationLinkTable {
  token_hash: Buffer
  invitation_id: string
}

interface StockAlertLinkTable {
  token_hash: Buffer
  alert_id: string
  purpose: 'confirm' | 'end'
}

interface EmailLinkTable {
  token_hash: Buffer
  user_id: string
  expires_at: Date
}

/** An authenticator app, whose codes the user needs at login once it is confirmed. */
interface SecondFactorTable {
  user_id: string
  /** In base32, as the app has it. It cannot be a hash, because the codes are computed from it. */
  secret: string
  confirmed_at: Generated<Date | null>
  /** The 30-second step, counted since 1970, of the last accepted code: it and all earlier codes are used up. */
  last_step: Generated<number>
  created_at: Date
}

/** Recovery codes for a user who has lost the app; each works once. */
interface RecoveryCodeTable {
  user_id: string
  hash: Buffer
  used_at: Generated<Date | null>
}

/** E-mails to send. Their content is read when they are sent, so no text and no secret is stored here. */
interface MailTable {
  id: string
  kind:
    | 'order-confirmation'
    | 'order-shipped'
    | 'order-refunded'
    | 'password-reset'
    | 'house-news'
    | 'dispute-opened'
    | 'verify-email'
    | 'low-stock'
    | 'alert-confirmation'
    | 'back-in-stock'
    | 'invitation'
    | 'message-answer'
  /** The e-mail of an admin or of a new account, or the one typed in a forgotten-password request, whether it has an account or not. */
  address: string | null
  order_id: string | null
  alert_id: Generated<string | null>
  invitation_id: Generated<string | null>
  answer_id: Generated<string | null>
  created_at: Date
  attempts: Generated<number>
  /** Null once it is sent or abandoned. */
  next_try_at: Date | null
  /**
   * The next attempt for the kinds that release 0.1.0 does not know: that release would take rows with a next_try_at, and
   * close them unsent.
   */
  due_at: Generated<Date | null>
  sent_at: Generated<Date | null>
  /** When it was abandoned, and why, in the mail server's words. */
  failed_at: Generated<Date | null>
  failure: Generated<string | null>
  /** The content of a digest for an admin. */
  news: JSONColumnType<AdminDigest | null, string | undefined>
  /** The dispute that this e-mail to an admin is about. */
  dispute_id: Generated<string | null>
}

export interface AdminDigest {
  /** The ids of the orders that the e-mail names. */
  orders: string[]
  /** The number of further orders. */
  more: number
  messages: number
}

/** One row: the position up to which the admins have been notified. */
interface AdminDigestTable {
  only_row: Generated<true>
  /** The last entry in the history of orders. */
  last_event: number
  messages_until: Date
  /** The earliest time of the next digest. */
  next_at: Date
}

interface ImageTable {
  /** Derived from the picture's content, so the content of its URLs never changes. */
  id: string
  width: number
  height: number
  placeholder: string
  created_at: Date
}

/** A picture that is being saved, or whose upload was interrupted. */
interface UploadTable {
  image_id: string
  begun_at: Date
}

interface ProductTable {
  id: string
  name: string
  category: string
  color: string
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
  /** The mean of its shown reviews with two decimals, 0 without reviews. */
  rating: Generated<number>
  author: string | null
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
  /** Set when the product is one color of a style that has several. */
  style_id: Generated<string | null>
  /** The order of the colors. */
  style_place: Generated<number>
  /** What the color is called. */
  shade: Generated<string | null>
  /** #rrggbb */
  swatch: Generated<string | null>
  chart_id: Generated<string | null>
  /** The height of the model on the pictures, in cm, and the size that the model wears. */
  model_cm: Generated<number | null>
  model_size: Generated<string | null>
  /** What the first picture shows. */
  image_alt: Generated<string>
  /** Hygiene goods, which cannot be returned once unsealed. */
  is_sealed: Generated<boolean>
  /** Off sale and still edited by admins; `deleted_at` is set. `products/schedule/schedule-queries.ts` derives both from the following columns. */
  is_draft: Generated<boolean>
  /** What the admin has chosen. A public product is on sale between the two times. */
  status: Generated<Status>
  visible_from: Generated<Date | null>
  visible_until: Generated<Date | null>
  /** A color without a picture, which was never on sale. */
  awaits_picture: Generated<boolean>
  /** A sale: its price, and when it begins (never null in a sale) and ends. */
  sale_price_cents: Generated<number | null>
  sale_from: Generated<Date | null>
  sale_until: Generated<Date | null>
  /** While a sale runs, the prices before and after it: `price_cents` and `old_price_cents` are then those of the sale. */
  regular_price_cents: Generated<number | null>
  regular_old_price_cents: Generated<number | null>
  /** What search engines show instead of the name and the description. */
  seo_title: Generated<string | null>
  seo_description: Generated<string | null>
  /** What lists show of the tables below; triggers maintain it. */
  card: JSONColumnType<ProductCard | null, string | null | undefined>
  /** All its sizes are counted, and no piece is left; see the function `refresh_cards`. */
  sold_out: Generated<boolean>
  /** With so many free pieces or fewer a size is low; null for the shop's usual number. */
  low_at: Generated<number | null>
  /** A size between the first and the last is gone while others are there. Kept with stock. */
  broken_run: Generated<boolean>
  /** The bodies whose sizes can be bought now, as bits by their place in `fits` of `domain/products/size.ts`. Kept with stock. */
  fits: Generated<number>
}

/** A price at which a product was on sale, until its next one. Triggers write it. */
interface ProductPriceTable {
  product_id: string
  from_at: Date
  price_cents: number
}

/** The sizes of a product that has several, and its second picture. */
export interface ProductCard {
  /** `gone`: it cannot be bought now. */
  sizes?: { id: string; size: string; gone?: true }[]
  second?: string
}

/** Several products that are the same piece in different colors. */
interface StyleTable {
  id: string
  created_at: Date
  /** The first four colors on sale; null while there is one. A trigger maintains it. */
  colors: JSONColumnType<StyleColors | null, string | null | undefined>
}

export interface StyleColors {
  shown: { id: string; name: string; shade: string; color: string; swatch: string | null }[]
  more: number
}

/** A size of a product. Every product has at least one; a size that is no longer sold is retired and never erased. */
interface VariantTable {
  /** The product's id for the size `one`. */
  id: string
  product_id: string
  /** A code of `domain/products/size.ts`. */
  size: string
  /** The order among the sizes of the product. */
  place: number
  sku: string | null
  barcode: string | null
  created_at: Date
  deleted_at: Generated<Date | null>
}

/** The pieces of a counted variant. A variant without a row is not counted and can always be bought. Only `stock/` writes it. */
interface StockTable {
  variant_id: string
  product_id: string
  /** On the shelf and not paid. */
  on_hand: number
  /** Of these, held by orders that await their payment. */
  held: Generated<number>
  /** The threshold of its product. */
  low_at: Generated<number | null>
}

/** Why the pieces changed, and by how many. Rows are only added, and their sums are those of `stock`. */
interface StockMovementTable {
  id: Generated<number>
  variant_id: string
  kind: 'received' | 'held' | 'released' | 'sold' | 'returned' | 'counted' | 'corrected'
  on_hand: Generated<number>
  held: Generated<number>
  order_id: string | null
  reason: string | null
  /** The admin who counted. */
  actor: string | null
  at: Date
  delivery_id: Generated<string | null>
  /** What each received piece cost the shop. */
  unit_cents: Generated<number | null>
}

/** What visitors asked for and could not buy, by day and size. It says nothing of who they were. */
interface LostDemandTable {
  /** UTC, as `2026-11-26`. */
  day: ColumnType<Date, string, string>
  kind: DemandKind
  /** Null for a filter by size that found nothing, which is about no product. */
  product_id: string | null
  variant_id: string | null
  /** A code of `domain/products/size.ts`, or what a filter by size names. */
  size: string
  visitors: number
  /** What they would have paid. */
  cents: number
}

/** The low sizes and broken runs that the admins know of by the daily e-mail; those that have ended are deleted. */
interface LowStockToldTable {
  kind: 'low' | 'broken'
  /** A variant that is low, or a product whose run is broken. */
  subject_id: string
  /** When the e-mail was queued that told of it. */
  told_at: Date
}

/** One row: the earliest time of the next e-mail about low stock. */
interface LowStockTurnTable {
  only_row: Generated<true>
  next_at: Date
}

/** Pieces that came. Its lines are the movements that name it. */
interface DeliveryTable {
  id: string
  note: Generated<string>
  actor: string | null
  at: Date
  undone_at: Generated<Date | null>
}

/** A count of the whole shop or of a category, which may take days. */
interface StockTakeTable {
  id: string
  name: string
  category: string | null
  actor: string | null
  started_at: Date
  ended_at: Generated<Date | null>
}

/** A size that the stock take has to count. */
interface StockTakeLineTable {
  take_id: string
  variant_id: string
  product_id: string
  /** What should have lain on the shelf when it began; null while it was not counted. */
  expected: number | null
  /** What should have lain there when it was counted. */
  found_before: number | null
  counted: number | null
  counted_at: Date | null
  actor: string | null
}

/** At most one row: how far the variants of products that are older than this table have been added. */
interface VariantBackfillTable {
  last_product: string
}

/** The pictures of a product after the first. */
interface ProductImageTable {
  product_id: string
  /** From 1. */
  place: number
  image_id: string
  alt: Generated<string>
}

/** A product that is shown with another, as the owner has chosen. */
interface ProductLinkTable {
  product_id: string
  kind: LinkKind
  linked_id: string
  /** The order within its kind, from 0. */
  place: number
}

interface SizeChartTable {
  id: string
  name: string
  chart: JSONColumnType<ChartTable>
  is_garment: boolean
  updated_at: Date
  deleted_at: Generated<Date | null>
}

/**
 * The number of products on sale in each price bucket (see `price-histogram.ts`), by category and color; an empty one means
 * all. A trigger maintains it, so that totals are exact without counting rows.
 */
interface ProductCountTable {
  category: string
  color: string
  bucket: number
  n: number
}

/** The same for each set of sizes that can be bought, without the products of which none can. */
interface ProductFitsCountTable extends ProductCountTable {
  /** As `product.fits`; in `product_sale_count` -1 for any. */
  fits: number
}

/** A product that a user has saved. */
interface WishlistItemTable {
  user_id: string
  product_id: string
  added_at: Date
}

/** A product file that was read; its changes are in its rows. */
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
  /** How many pictures it names by addresses of other hosts. */
  pictures: Generated<number>
  /** The first thousand. */
  faults: JSONColumnType<ImportFault[], string | undefined>
  /** What it does to collections that the owner makes by hand. */
  collections: JSONColumnType<ImportedCollection[], string | undefined>
  applied_at: Generated<Date | null>
  /** The audit entry by which the import can be undone. */
  audit_id: Generated<string | null>
}

/** A product in a file, beside the one on sale when the file was read. */
interface ProductImportRowTable {
  import_id: string
  product_id: string
  line: number
  kind: 'new' | 'changed' | 'unchanged' | 'fault'
  after: JSONColumnType<ImportedFields | null, string | null>
  /** The previous fields of a changed product, until the import can no longer be undone. */
  before: JSONColumnType<ImportedFields | null, string | null>
  /** `updated_at` of the product that the row was compared with. */
  version: Date | null
  /** `updated_at` of the product since a fetched picture was attached, unless it was changed otherwise before. */
  attached_at: Generated<Date | null>
}

/** A picture of an applied import that is fetched from another host, by its place among the pictures of the product. */
interface PictureDownloadTable {
  import_id: string
  product_id: string
  /** From 0, the first picture. */
  place: number
  line: number
  address: string
  state: Generated<'waiting' | 'done' | 'failed'>
  /** How often fetching it has begun. */
  tries: Generated<number>
  /** One sentence; empty unless it has failed. */
  reason: Generated<string>
  /** When it is tried next, or given up for interrupted; null unless it is waiting. */
  next_at: Date | null
  /** The picture that it became. */
  image_id: Generated<string | null>
}

/** A count of a file; it is stored after the products are. */
interface ProductImportCountTable {
  import_id: string
  line: number
  product_id: string
  size: string
  shelf: number
  /** What should have lain on the shelf when the file was read. */
  seen: number | null
  /** Null until it is tried. */
  result: (typeof importCountResults)[number] | null
  message: Generated<string>
}

/** Products that a file puts into a collection and takes out of it, by their ids, in the order of the file. */
export interface ImportedCollection {
  id: string
  name: string
  joins: string[]
  leaves: string[]
  /** The products that it held when the import was applied. */
  before?: string[]
}

/** The columns of a product that a file sets. */
export interface ImportedFields {
  name: string
  category: string
  color: string
  description: string
  price_cents: number
  old_price_cents: number | null
  image_id: string | null
  /** What a file may lack is undefined then, and stays as it is. */
  shade?: string | null
  style_id?: string | null
  /** Only of what was before, with `style_id`. */
  style_place?: number
  /** Only of what was before, with `pictures`. */
  image_alt?: string
  /** The pictures after the first, and all sizes; undefined when they stay as they are. */
  images?: StoredImage[]
  sizes?: SizeInput[]
  /** Only to be shown: the collections made by hand that hold the product, as a file names them. */
  collections?: string
  /** All pictures in their order when some are to be fetched; until they are, `image_id` and `images` hold what there is. */
  pictures?: (StoredImage | { address: string })[]
}

/** A picture of a product: the id of a stored picture, and what it shows. */
export interface StoredImage {
  image_id: string
  alt: string
}

/** What a search reads of a product on sale; a trigger maintains it. */
interface ProductSearchTable {
  product_id: string
  category: string
  color: string
  price_cents: number
  /** The position in the order in which the products came on sale. */
  place: number
  created_at: Date
  /** The words of its name, category, color and shade. */
  head: string
  /** The same and the words of its description, and markers by which a search finds the newest first. */
  words: string
}

/** Every word in any product description so far, for correcting and completing search words. */
interface SearchWordTable {
  word: string
  stem: string
  in_names: boolean
}

/** Searches without a result. */
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
  /** When it was first written, or last rewritten. */
  created_at: Date
  /** -1 runs small, 0 true to size, 1 runs large; null when it does not say so, as with the next two. */
  fit: Generated<number | null>
  /** The height of its author in cm. */
  height_cm: Generated<number | null>
  /** The code of the size that its author usually wears. */
  usual_size: Generated<string | null>
  /** When an admin hid it; null for a review that visitors see. */
  hidden_at: Generated<Date | null>
  /** The shop's public answer. */
  answer: Generated<string | null>
  answered_at: Generated<Date | null>
}

interface OrderTable {
  id: string
  /** Public, 128 random bits. */
  order_id: string
  /** What people call the order: from a sequence, with gaps. It opens nothing. */
  number: Generated<number>
  user_id: string | null
  /** The e-mail of the account for a signed-in buyer, the typed one for a guest. */
  email: string | null
  contact_email: string | null
  status: Generated<OrderStatus>
  payment_state: Generated<PaymentState>
  /** Why a payment waits for the owner's review. */
  review_reason: Generated<string | null>
  amount_cents: number
  currency: Generated<string>
  /** Always 1: an order is offered for payment once. Part of the provider's idempotency key. */
  attempt: Generated<number>
  payment_session: Generated<string | null>
  payment_url: Generated<string | null>
  expires_at: Generated<Date | null>
  /** While the payment is awaited: the time of the next query to the provider. */
  check_at: Generated<Date>
  /** The buyer, stored only while the payment is awaited: the limits count by it. */
  visitor: Generated<string | null>
  /** The request that began the order had no visitor cookie. */
  was_new_visitor: Generated<boolean>
  /** The key that the browser generated for this cart, stored only while the payment is awaited. */
  idempotency_key: Generated<string | null>
  /** A hash of the network of the request, stored only while the payment is awaited: the limits against floods count by it. */
  address: Generated<Buffer | null>
  /** The front end on another origin that the order came from, and to which the buyer returns. */
  return_origin: Generated<string | null>
  /** A hash of the cart, to recognise the same cart again. */
  cart_hash: Generated<string | null>
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
}

/** Opens an order without an account. Only hashes are stored. */
interface OrderKeyTable {
  token_hash: Buffer
  order_id: string
  expires_at: Date
}

/**
 * Orders that have been paid and not deleted, by the month (UTC) of their creation; a trigger maintains it. A figure is the
 * sum of its rows.
 */
interface OrderTallyTable {
  id: Generated<number>
  month: Date
  payment_state: PaymentState
  status: OrderStatus
  n: number
  cents: number
}

/** The number of rows in a table, by their kind; a trigger maintains it. A figure is the sum of its rows. */
interface RowTallyTable {
  id: Generated<number>
  rows_of: 'user' | 'audit' | 'review' | 'contact_message'
  /** A user's role (deleted users do not count), or the record of an audit entry; empty for the others. */
  kind: string
  n: number
}

/** The number of failed and expired orders, in which nobody paid: the sum of the rows. A trigger maintains it. */
interface EndedOrderTallyTable {
  id: Generated<number>
  payment_state: PaymentState
  n: number
}

/** A snapshot of the product, at the price of the order. */
interface OrderLineTable {
  order_id: string
  position: number
  /** Null for a product that the backup did not have, in an order recovered from the provider. */
  product_id: string | null
  name: string
  image_id: string | null
  unit_cents: number
  quantity: number
  /** Null for orders of a release without sizes. */
  variant_id: Generated<string | null>
  /** A code of `domain/products/size.ts`; null for those orders and for one size. */
  size: Generated<string | null>
  /** What the color is called, for a product with sizes or of a style. */
  color: Generated<string | null>
  sku: Generated<string | null>
  /** The variant is counted: its pieces are held while the order awaits payment, and gone from the shelf when it is paid. */
  takes_stock: Generated<boolean>
  /** Pieces that were paid but not there; the next ones that come are theirs. */
  owed: Generated<number>
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

/** For admins only; erased with the buyer. */
interface OrderNoteTable {
  /** Made by the browser, so that a double click writes one note. */
  id: string
  order_id: string
  text: string
  /** The admin's user id. */
  author: string
  at: Date
}

interface PaymentEventTable {
  /** The provider's event id. */
  id: string
  type: string
  order_id: string | null
  received_at: Date
}

/** A refund. Its row is committed before the request to the provider. */
interface RefundTable {
  /** Also the provider's idempotency key. */
  id: string
  order_id: string
  /** The amount that the shop expects, until the provider has answered. */
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
  /** Whether the actor was staff: such refunds have a limit. */
  by_staff: Generated<boolean>
  at: Date
  updated_at: Date
  /** While the refund is pending: the time of the next query to the provider. */
  check_at: Date
}

/** A payment that the buyer's bank disputes, in the state of the provider's last event. */
interface DisputeTable {
  /** The provider's id. */
  id: string
  order_id: string
  cents: number
  /** In the provider's words, such as `fraudulent`. */
  reason: string
  /** In the provider's words, such as `needs_response`. */
  status: string
  /** The deadline for the shop's answer. */
  due_by: Date | null
  at: Date
  /** The provider's time of the last event. */
  updated_at: Date
}

/** A section of the owner's settings. */
interface ShopSettingTable {
  id: Generated<string>
  section: string
  value: JSONColumnType<object>
  version: Generated<number>
  /** Null as long as it is as the shop came. */
  changed_at: Date | null
}

/** What a change of the settings replaced. */
interface ShopSettingChangeTable {
  audit_id: string
  section: string
  before: JSONColumnType<object>
  /** The version that the change made. */
  version: number
}

/** A page or a post of the journal. */
interface ContentTable {
  id: string
  kind: ContentKind
  title: string
  /** The end of its path; of those that are not deleted, each kind has it once. */
  address: string
  summary: string
  shows_summary: boolean
  author: string
  /** The id of an uploaded picture, or the name of one of the house. */
  picture: string | null
  alt: string
  seo_title: string
  seo_description: string
  document: JSONColumnType<Document>
  /** The ids of the uploaded pictures of the text, and of the one above it. */
  pictures: string[]
  /** The reading time. */
  minutes: number
  /** From when visitors see it; null: a draft. */
  published_from: Date | null
  /** Whoever knows it sees what is saved. */
  preview_key: string
  version: number
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** A former address, which leads to the present one. */
interface ContentAddressTable {
  kind: ContentKind
  address: string
  content_id: string
}

/** What a change of a page or a post replaced. */
interface ContentChangeTable {
  audit_id: string
  content_id: string
  /** The columns as they were; null when the change made it. */
  before: JSONColumnType<object> | null
  /** The version that the change made. */
  version: number
}

/** A change of many products at once. */
interface BulkEditTable {
  /** Made by the browser, so that an edit that is sent twice is done once. */
  id: string
  /** Such as '12 products'. */
  name: string
  /** What was sent with the id, as JSON. */
  asked: string
  /** Null only within its transaction. */
  audit_id: string | null
  applied_at: Date
}

/** A product as it was before such a change. */
interface BulkEditRowTable {
  bulk_edit_id: string
  product_id: string
  before: JSONColumnType<BulkColumns>
  /** Its `updated_at` after the change. */
  version: Date
}

/** The columns of a product that a change of many writes. */
export interface BulkColumns {
  category: string
  color: string
  status: Status
  price_cents: number
  old_price_cents: number | null
  regular_price_cents: number | null
  regular_old_price_cents: number | null
}

/** A product that a change of the owner's categories and colors moved. */
interface MovedProductTable {
  audit_id: string
  field: 'category' | 'color'
  product_id: string
  before: string
  after: string
}

/** The actions of admins on records, each written in the transaction of its action. */
interface AuditTable {
  id: string
  at: Date
  /** Null for the command line. */
  actor: string | null
  action: string
  record: AuditedRecord
  record_id: string
  /** The fields that changed. */
  before: JSONColumnType<Fields | null, string | null>
  after: JSONColumnType<Fields | null, string | null>
  /** When a deletion or an import was undone. */
  undone_at: Generated<Date | null>
}

interface ContactMessageTable {
  id: string
  name: string
  email: string
  subject: string
  message: string
  created_at: Date
  /** When an admin marked it as done; null while it is open. */
  done_at: Generated<Date | null>
}

/** The runs of the nightly jobs and of the same jobs started by command, with their results. */
interface JobTable {
  id: string
  kind: JobKind
  started_at: Date
  /** Null while it runs, and for one that was killed. */
  finished_at: Generated<Date | null>
  /** Why it failed, in one sentence. */
  failed: Generated<string | null>
  /** The result. */
  facts: JSONColumnType<Record<string, unknown> | null, string | null | undefined>
}
