import type {
  PictureDownloadTable,
  ProductImportCountTable,
  ProductImportRowTable,
  ProductImportTable,
} from './tables/imports.ts'
import type { InvoiceDueTable, InvoiceGapTable, InvoiceTable } from './tables/invoices.ts'
import type { AdminDigestTable, MailTable, StockAlertLinkTable, StockAlertTable } from './tables/mail.ts'
import type {
  AddressTable,
  CheckoutLineTable,
  DiscountCodeTable,
  DisputeTable,
  EndedOrderTallyTable,
  MovedDiscountCodeTable,
  OrderEventTable,
  OrderKeyTable,
  OrderLineTable,
  OrderNoteTable,
  OrderTable,
  OrderTallyTable,
  PaymentEventTable,
  RefundTable,
} from './tables/orders.ts'
import type {
  ContactMessageTable,
  DeviceTable,
  EmailLinkTable,
  InvitationLinkTable,
  InvitationTable,
  MessageAnswerTable,
  RecoveryCodeTable,
  ReviewTable,
  SecondFactorTable,
  SessionTable,
  UserTable,
  WishlistItemTable,
} from './tables/people.ts'
import type {
  BulkEditRowTable,
  BulkEditTable,
  EmptySearchTable,
  ImageTable,
  MovedProductTable,
  ProductCountTable,
  ProductFitsCountTable,
  ProductImageTable,
  ProductLinkTable,
  ProductPriceTable,
  ProductSearchTable,
  ProductTable,
  SearchWordTable,
  SizeChartTable,
  StyleTable,
  UploadTable,
  VariantBackfillTable,
  VariantTable,
} from './tables/products.ts'
import type {
  ReturnLineTable,
  ReturnTable,
  ShipmentTable,
  WithdrawalObjectionTable,
  WithdrawalTable,
} from './tables/returns.ts'
import type {
  AuditTable,
  ClockHeartbeatTable,
  ContentAddressTable,
  ContentChangeTable,
  ContentTable,
  JobTable,
  RowTallyTable,
  ShopSettingChangeTable,
  ShopSettingTable,
} from './tables/shop.ts'
import type {
  DeliveryTable,
  LostDemandTable,
  LowStockToldTable,
  LowStockTurnTable,
  StockMovementTable,
  StockTable,
  StockTakeLineTable,
  StockTakeTable,
} from './tables/stock.ts'

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
  clock_heartbeat: ClockHeartbeatTable
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
  checkout_line: CheckoutLineTable
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
  invoice: InvoiceTable
  invoice_due: InvoiceDueTable
  invoice_gap: InvoiceGapTable
  discount_code: DiscountCodeTable
  moved_discount_code: MovedDiscountCodeTable
  dispute: DisputeTable
  return: ReturnTable
  return_line: ReturnLineTable
  withdrawal: WithdrawalTable
  withdrawal_objection: WithdrawalObjectionTable
  shipment: ShipmentTable
}
