import { currencyOf, shippingOf, totalOf } from '../accepted.ts'
import { amountText } from '../amount.ts'
import { grouped, testCards } from '../cards.ts'
import type { SessionRow } from '../session.ts'
import type { Faults, FieldName, TypedFields } from './pay-form.ts'

import { style } from './style.ts'

const shownLines = 5

interface Field {
  name: FieldName
  label: string
  autocomplete: string
  type?: 'email' | 'tel' | 'text'
  inputmode?: 'numeric'
  placeholder?: string
  optional?: boolean
  /** Beside the next field, half as wide. */
  half?: boolean
  /** Never sent back to the browser. */
  secret?: boolean
}

const delivery: Field[] = [
  { name: 'name', label: 'Full name', autocomplete: 'shipping name' },
  { name: 'line1', label: 'Address line 1', autocomplete: 'shipping address-line1', placeholder: 'Street and number' },
  { name: 'line2', label: 'Address line 2', autocomplete: 'shipping address-line2', optional: true },
  { name: 'city', label: 'City', autocomplete: 'shipping address-level2', half: true },
  { name: 'postal_code', label: 'Postal code', autocomplete: 'shipping postal-code', half: true },
  { name: 'state', label: 'State or region', autocomplete: 'shipping address-level1', optional: true },
]
const email: Field = { name: 'email', label: 'E-mail', autocomplete: 'email', type: 'email' }
const phone: Field = { name: 'phone', label: 'Phone', autocomplete: 'shipping tel', type: 'tel' }
const card: Field[] = [
  {
    name: 'card_number',
    label: 'Card number',
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    placeholder: '1234 1234 1234 1234',
    secret: true,
  },
  {
    name: 'card_expiry',
    label: 'Expiry',
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    placeholder: 'MM / YY',
    half: true,
  },
  {
    name: 'card_cvc',
    label: 'CVC',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    placeholder: '123',
    half: true,
    secret: true,
  },
  { name: 'card_name', label: 'Name on card', autocomplete: 'cc-name' },
]

/** The page with the form. `typed` and `faults` are set when it is shown again with errors. */
export function formPage(row: SessionRow, merchant: string, typed?: TypedFields, faults: Faults = {}): string {
  const { params } = row
  const amount = amountText(totalOf(params), currencyOf(params))
  const firstFault = Object.keys(faults)[0]
  const input = (field: Field) => fieldHtml(field, typed?.[field.name], faults[field.name], field.name === firstFault)
  const countries = params.shipping_address_collection?.allowed_countries
  const phoneHtml = params.phone_number_collection?.enabled ? input(phone) : ''
  const chosen = typed?.country ?? countries?.[0]
  const emailTyped = typed?.email ?? params.customer_email

  return page(
    { title: `Pay ${amount}`, merchant },
    `<main class="columns">
      <section class="summary" aria-labelledby="summary">
        <h1 id="summary"><span>Pay ${escaped(merchant)}</span> <strong>${amount}</strong></h1>
        ${linesHtml(params.line_items)}
        <dl>
          ${deliveryHtml(params)}
          <div class="total"><dt>Total</dt><dd>${amount}</dd></div>
        </dl>
      </section>
      <section class="payment" aria-label="Payment details">
        ${firstFault ? alertHtml(faults) : ''}
        <form method="post" action="/sandbox/pay/${row.id}">
          <fieldset><legend>Contact</legend>
            ${fieldHtml(email, emailTyped, faults.email, firstFault === 'email')}${countries ? '' : phoneHtml}
          </fieldset>
          ${countries ? `<fieldset><legend>Delivery</legend>${delivery.map(input).join('')}${countryHtml(countries, chosen, faults.country)}${phoneHtml}</fieldset>` : ''}
          <fieldset><legend>Card</legend>
            ${card.map(input).join('')}
            <details class="hint" open><summary>Test cards</summary>
              <ul>${testCards.map(({ number, hint }) => `<li><code>${grouped(number)}</code> ${hint}</li>`).join('')}</ul>
              <p>Any future expiry date and any three digits as CVC. Real cards are never accepted. For your safety the card number and CVC are not kept when something has to be corrected.</p>
            </details>
          </fieldset>
          <button class="pay" type="submit">Pay ${amount}</button>
        </form>
        <form method="post" action="/sandbox/pay/${row.id}/cancel"><button class="cancel" type="submit">Cancel</button></form>
      </section>
    </main>`,
  )
}

/** A page with one sentence and perhaps one link. */
export function noticePage({
  title,
  text,
  link,
  merchant,
}: {
  title: string
  text: string
  link?: { href: string; text: string }
  merchant: string
}) {
  const onward = link ? `<p><a class="onward" href="${escaped(link.href)}">${escaped(link.text)}</a></p>` : ''
  return page(
    { title, merchant },
    `<main class="notice"><h1>${escaped(title)}</h1><p>${escaped(text)}</p>${onward}</main>`,
  )
}

function page({ title, merchant }: { title: string; merchant: string }, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · ${escaped(merchant)} test payment</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<header><p class="banner">Test payment, no money moves</p><p class="wordmark">${escaped(merchant)}</p></header>
${main}
</body>
</html>
`
}

function deliveryHtml(params: SessionRow['params']): string {
  const name = params.shipping_options?.[0]?.shipping_rate_data.display_name
  const cents = shippingOf(params)
  return `<div><dt>${name === undefined ? 'Delivery' : escaped(name)}</dt><dd>${cents === 0 ? 'Free' : amountText(cents, currencyOf(params))}</dd></div>`
}

type Line = SessionRow['params']['line_items'][number]

/** A long list is collapsed, so that the form stays near the top. */
function linesHtml(lines: Line[]): string {
  const list = (some: Line[]) => `<ul>${some.map(lineHtml).join('')}</ul>`
  if (lines.length <= shownLines) return list(lines)
  const first = list(lines.slice(0, shownLines - 1))
  const rest = lines.slice(shownLines - 1)
  return `${first}<details class="more"><summary>and ${rest.length} more products</summary>${list(rest)}</details>`
}

function lineHtml({ quantity, price_data }: Line): string {
  const { name, images } = price_data.product_data
  const picture = images?.[0]
    ? `<img src="${escaped(images[0])}" alt="" width="56" height="70">`
    : '<span class="no-picture" aria-hidden="true"></span>'
  const each =
    quantity > 1 ? `<small>${quantity} × ${amountText(price_data.unit_amount, price_data.currency)}</small>` : ''
  const sum = amountText(quantity * price_data.unit_amount, price_data.currency)
  return `<li>${picture}<span class="what">${escaped(name)}${each}</span><span class="sum">${sum}</span></li>`
}

function fieldHtml(field: Field, value: string | undefined, fault: string | undefined, first: boolean): string {
  const { name, label, autocomplete, type = 'text', inputmode, placeholder, optional, half, secret } = field
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200"`,
    inputmode ? `inputmode="${inputmode}"` : '',
    placeholder ? `placeholder="${placeholder}"` : '',
    value && !secret ? `value="${escaped(value)}"` : '',
    optional ? '' : 'required',
    faultAttributes(name, fault),
    first ? 'autofocus' : '',
  ]
  const title = optional ? `${label} <small>optional</small>` : label
  return `<p class="field${half ? ' half' : ''}"><label for="${name}">${title}</label><input ${attributes.filter(Boolean).join(' ')}>${faultHtml(name, fault)}</p>`
}

function countryHtml(countries: string[], chosen: string | undefined, fault: string | undefined): string {
  const names = countries.map(code => ({ code, name: countryNames.of(code) ?? code }))
  names.sort((a, b) => a.name.localeCompare(b.name, 'en'))
  const options = names.map(
    ({ code, name }) => `<option value="${code}"${code === chosen ? ' selected' : ''}>${escaped(name)}</option>`,
  )
  return `<p class="field"><label for="country">Country</label><select id="country" name="country" autocomplete="shipping country" required ${faultAttributes('country', fault)}>${options.join('')}</select>${faultHtml('country', fault)}</p>`
}

const faultAttributes = (name: FieldName, fault: string | undefined) =>
  fault ? `aria-invalid="true" aria-describedby="${name}-fault"` : ''

const faultHtml = (name: FieldName, fault: string | undefined) =>
  fault ? `<span class="fault" id="${name}-fault">${escaped(fault)}</span>` : ''

function alertHtml(faults: Faults): string {
  const all = Object.values(faults)
  const text = all.length === 1 ? all[0] : `Please check the ${all.length} fields marked below.`
  return `<p class="alert" role="alert">${escaped(text ?? '')} Nothing was charged.</p>`
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' })

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => entities[character] ?? '')
