/**
 * The maximum number of statements of a request, whatever the number of rows. A read looks up the caller and the data. A change
 * runs in a transaction, whose begin and commit count too.
 */
const defaults = { GET: 4, others: 8 }

/** The routes that may take more. */
const exceptions: Record<string, number> = {
  'GET /*': 17, // the search page loads the products and the counts
  'GET /api/search': 11,
  'GET /api/search/counts': 6,
  'GET /api/proof': 5, // the jobs, the lock of a check, the e-mails and the clock
  'POST /api/auth/login': 21, // 5 of them for a second factor
  'POST /api/auth/second-factor/confirm': 21,
  'POST /api/auth/second-factor/recovery-codes': 16,
  'POST /api/auth/second-factor/off': 15,
  'POST /api/auth/change-password': 17,
  'POST /api/auth/reset-password': 10,
  'POST /api/contact/:id/answers': 12, // the limit, the e-mail, the audit, and the mark with its own
  'POST /api/withdrawals': 14, // two limits, the order, the statement with its lines, two e-mails
  'POST /withdraw': 14, // the same
  'POST /api/auth/invitations': 16, // two limits, which a refusal takes back; the account and the invitations of the address
  'POST /api/auth/invitations/:id/resend': 15,
  'POST /api/auth/invitations/accept': 13, // the guest orders of the address become the account's
  'POST /api/auth/invitations/accept-signed-in': 14,
  'POST /api/auth/erase': 60, // every table with data of a person
  'GET /api/auth/my-data': 17, // the same, page by page
  'POST /api/auth/profile-image': 9, // two limits, and the upload is noted first
  'DELETE /api/auth/users/:id': 12,
  'PUT /api/auth/users/:id': 11,
  'POST /api/orders/create-checkout-session': 20, // 5, and two more for each payment page of this visitor that is one too many
  'POST /api/orders/ship': 1_500, // 100 orders, each a transaction with its parcel and the e-mail to the buyer
  'POST /api/orders/:id/shipments': 15, // the status with its history and e-mail, and two audit entries
  'PATCH /api/shipments/:id': 9,
  'DELETE /api/shipments/:id': 18, // the order goes back to processing and takes its pieces again
  'POST /api/shipments/bulk': 2_600, // 200 parcels of 200 orders in one transaction
  'POST /api/orders/order/:id/cancel': 30, // the refund at the provider, the stock and the e-mail
  'POST /api/orders/order/:id/messages': 9,
  'PUT /api/orders/:id/address': 12, // the e-mail, the audit, and the order as it is then
  'PATCH /api/orders/:id/put-back': 16, // the stock, what is owed to others, the audit, and the order as it is then
  'POST /api/orders/:id/notes': 9, // with the audit
  'PUT /api/settings/sections/:section': 18, // the audit, what an undo needs, a picture, and the goods of categories and colors
  'GET /api/posts/:address': 5, // the posts beside it, its pictures and products
  'PUT /api/content/:id': 17, // addresses, pictures, the audit and what an undo needs; then what is stored, with its pictures and products
  'DELETE /api/content/:id': 10, // the audit and what an undo needs, and what leads to it
  'POST /api/stock/takes': 9,
  'PUT /api/stock/counts': 120, // 17 for 50 sizes, which are a transaction; a first count waits for orders under way
  'POST /api/stock/deliveries': 120, // 17 for all its lines; a first count waits for orders under way
  'GET /api/orders/return/:orderId': 8, // leaving the payment page settles the order
  'POST /api/payments/webhook': 18, // for a refund that fails after the pieces were counted; a payment takes one or two
  'GET /api/returns/of/:orderId': 8, // the order, the settings, the days, its pieces with their sizes, and its returns
  'POST /api/returns/of/:orderId': 60, // the limit, each swap with its size and what it holds, the e-mail, and the page as it is then
  'POST /api/returns/of/:orderId/:id/cancel': 40,
  'POST /api/withdrawals/objection': 10, // locks the order and the return
  'POST /api/returns/:id/arrival': 80, // each size that goes back on the shelf
  'POST /api/returns/:id/swap': 40,
  'DELETE /api/returns/:id/swap': 30,
  'POST /api/returns/:id/refuse': 30,
  'POST /api/returns/:id/close': 12,
  'POST /api/returns/:id/order': 14,
  'POST /api/orders/refund/:id': 22, // its row is committed before the request to the provider
  'PATCH /api/orders/update-order-status/:id': 14, // set back after a count
  'POST /api/products/create-product': 22, // sizes, pictures and the style have tables of their own
  'PATCH /api/products/update-product/:id': 22,
  'POST /api/products/:id/add-color': 18,
  'POST /api/products/bulk-edit': 14, // also for 200 products
  'POST /api/products/bulk-edit/preview': 7, // locks the products and their styles, so that it says what would be done
  'POST /api/products/imports': 190,
  'POST /api/products/imports/:id/apply': 60,
  'POST /api/products/imports/:id/pictures/retry': 9, // the audit, and the import as it is then
  'POST /api/admin/undo/:auditId': 32,
}

export function maxStatements(method: string, url: string): number {
  const sameAs = method === 'HEAD' ? 'GET' : method
  return exceptions[`${sameAs} ${url.replace(/\/$/, '')}`] ?? (sameAs === 'GET' ? defaults.GET : defaults.others)
}
