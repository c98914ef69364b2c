import { escaped } from '../lib/html.ts'
import type { EmailBranding } from './branding.ts'
import type { Email } from './transports/mailer.ts'

export type EmailContent = Pick<Email, 'sender' | 'subject' | 'text' | 'html' | 'link'>

/** A piece of an e-mail, written in HTML and in plain text. */
export type Block =
  | { kind: 'headline' | 'paragraph' | 'title' | 'note'; text: string }
  /** A text that somebody has typed, with its line breaks. */
  | { kind: 'typed'; text: string }
  | { kind: 'goods'; goods: Good[]; sums?: [label: string, sum: string][] }
  /** Such as an address: a title, and a line for each text. */
  | { kind: 'lines'; title: string; lines: string[] }
  /** In HTML a button, in plain text the label and the address. */
  | { kind: 'button'; label: string; url: string }
  /** A quiet link; in plain text its address follows. */
  | { kind: 'link'; label: string; url: string }
  /** A text with a link behind it. */
  | { kind: 'item'; text: string; label: string; url: string; more?: string }

/** A product in an e-mail: `image` is a public address, the same for every recipient. */
export interface Good {
  name: string
  quantity: number
  sum?: string
  image?: string
}

/** An e-mail before it is written in the shop's layout. */
export interface EmailDraft {
  subject: string
  /** The page of the shop for the log, without any secret. */
  link: string
  blocks: Block[]
}

/** Writes an e-mail in the shop's one layout, as HTML and as plain text with the same content. */
export const writeContent = ({ subject, link, blocks }: EmailDraft, branding: EmailBranding): EmailContent => ({
  sender: branding.sender,
  subject,
  link,
  text: [...blocks.map(asText), branding.signature.join('\n')].join('\n\n'),
  html: pageOf(subject, blocks.map(block => asHtml(block, branding)).join('\n'), branding),
})

export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function asText(block: Block): string {
  switch (block.kind) {
    case 'goods':
      return [
        ...block.goods.map(({ name, quantity, sum }) => `${quantity} × ${oneLine(name)}${sum ? `: ${sum}` : ''}`),
        ...(block.sums ?? []).map(([label, sum]) => `${label}: ${sum}`),
      ].join('\n')
    case 'lines':
      return [block.title, ...block.lines.map(oneLine)].join('\n')
    case 'button':
    case 'link':
      return `${block.label}: ${block.url}`
    case 'item':
      return [`${oneLine(block.text)}: ${block.label}`, ...(block.more ? [oneLine(block.more)] : [])].join('. ')
    default:
      return block.text
  }
}

const quiet = 'class="quiet" style="color:#6f675f;font-size:14px;'

function asHtml(block: Block, { accent }: EmailBranding): string {
  switch (block.kind) {
    case 'headline':
      return `<h1 style="margin:0 0 16px;font:400 28px/1.25 Georgia,serif">${escaped(block.text)}</h1>`
    case 'title':
      return `<h2 style="margin:24px 0 8px;font:400 18px/1.3 Georgia,serif">${escaped(block.text)}</h2>`
    case 'paragraph':
      return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`
    case 'typed':
      return `<p style="margin:0 0 16px">${block.text.split(/\r?\n/).map(escaped).join('<br>')}</p>`
    case 'note':
      return `<p ${quiet}margin:0 0 16px">${escaped(block.text)}</p>`
    case 'goods':
      return goodsTable(block.goods, block.sums ?? [])
    case 'lines':
      return `<h2 style="margin:24px 0 8px;font:400 18px/1.3 Georgia,serif">${escaped(block.title)}</h2>
<p style="margin:0 0 16px">${block.lines.map(line => escaped(oneLine(line))).join('<br>')}</p>`
    case 'button':
      return `<p style="margin:24px 0"><a class="button" href="${escaped(block.url)}" style="display:inline-block;padding:13px 24px;border-radius:2px;background:${accent.light.button};color:#ffffff;text-decoration:none">${escaped(block.label)}</a></p>`
    case 'link':
      return `<p ${quiet}margin:0 0 16px"><a href="${escaped(block.url)}">${escaped(block.label)}</a></p>`
    case 'item':
      return `<p style="margin:0 0 16px">${escaped(oneLine(block.text))}<br>
<a href="${escaped(block.url)}">${escaped(block.label)}</a>${block.more ? `<br>${escaped(oneLine(block.more))}` : ''}</p>`
  }
}

function goodsTable(goods: Good[], sums: [string, string][]): string {
  const rows = goods.map(
    ({ name, quantity, sum = '', image }) => `<tr>
<td class="line" width="64" style="padding:12px 0;border-top:1px solid #e7e0d6">${image ? `<img src="${escaped(image)}" width="64" height="80" alt="" style="display:block;border-radius:2px">` : ''}</td>
<td class="line" style="padding:12px 16px;border-top:1px solid #e7e0d6">${quantity} × ${escaped(oneLine(name))}</td>
<td class="line" align="right" style="padding:12px 0;border-top:1px solid #e7e0d6;white-space:nowrap">${sum}</td>
</tr>`,
  )
  const totals = sums.map(
    ([label, sum], index) => `<tr>
<td class="line" colspan="2" style="padding:8px 0;border-top:1px solid #e7e0d6${index === sums.length - 1 ? ';font-weight:600' : ''}">${escaped(label)}</td>
<td class="line" align="right" style="padding:8px 0;border-top:1px solid #e7e0d6;white-space:nowrap${index === sums.length - 1 ? ';font-weight:600' : ''}">${sum}</td>
</tr>`,
  )
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 16px;border-collapse:collapse;font-variant-numeric:tabular-nums">
${[...rows, ...totals].join('\n')}
</table>`
}

/**
 * The colours of the shop, also in the dark. Programs that ignore the style sheet show the light ones, which stand inline. Words that
 * are longer than a phone is wide, such as names and addresses, break: a table would grow with them.
 */
const pageOf = (subject: string, body: string, { name, signature, accent }: EmailBranding) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>
a { color: ${accent.light.text} }
@media (max-width: 480px) { .card { padding: 24px 20px !important } }
@media (prefers-color-scheme: dark) {
  .page { background: #171412 !important }
  .card { background: #211d1a !important; border-color: #3b342e !important }
  .page, .card, h1, h2 { color: #f3ede4 !important }
  .quiet { color: #b3a99d !important }
  .line { border-color: #3b342e !important }
  a { color: ${accent.dark.text} }
  .button { background: ${accent.dark.button} !important; color: #ffffff !important }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#faf7f2;color:#1c1917">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#faf7f2;color:#1c1917">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;font:400 16px/1.55 Helvetica,Arial,sans-serif;text-align:left;overflow-wrap:anywhere;word-break:break-word">
<tr><td align="center" style="padding:8px 0 24px;font:400 24px/1 Georgia,serif;letter-spacing:5px">${escaped(name)}</td></tr>
<tr><td class="card" style="padding:40px;border:1px solid #e7e0d6;border-radius:4px;background:#ffffff">
${body}
</td></tr>
<tr><td align="center" ${quiet}line-height:1.6;padding:24px 0">${signature.map(escaped).join('<br>')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
