import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import type { Invoice } from '#domain/costs/invoice.ts'
import { printInvoice } from '#domain/costs/print-invoice.ts'
import { fontOf, isPrintable, runsOf, type Weight } from './fonts.ts'

const margin = 56
const lineHeight = 15
const columns = { net: 430, total: 539 } // right edges
const textWidth = 595 - 2 * margin

/**
 * Writes an invoice as a PDF on A4, with its fonts embedded. Characters of other scripts are left out, and it says where
 * they are to be read.
 * @param origin the shop's public origin
 */
export async function writePdf(invoice: Invoice, origin: string): Promise<Buffer> {
  const { title, facts, seller, buyer, hasNet, lines, sums, notes } = printInvoice(invoice)
  const sheet = openSheet(`${title} ${invoice.number}`, new Date(invoice.issuedAt))
  sheet.lines([title], { size: 22, x: margin, width: textWidth })
  sheet.move(18)
  sheet.beside(
    () => sheet.lines(seller, { x: margin, width: 230 }),
    () => sheet.pairs(facts, 310),
  )
  sheet.move(24)
  sheet.lines(['Bill to'], { weight: 600, x: margin, width: textWidth })
  sheet.lines(buyer.length > 0 ? buyer : ['No name was given.'], { x: margin, width: 300 })
  sheet.move(24)
  sheet.row({ name: 'Item', details: [], net: hasNet ? 'Net' : '', total: 'Sum' }, 600)
  sheet.rule()
  for (const line of lines) {
    sheet.row({ ...line, net: hasNet ? line.net : '' }, 400)
    sheet.rule()
  }
  sheet.move(8)
  for (const [index, [name, text]] of sums.entries()) sheet.sum(name, text, index === sums.length - 1 ? 600 : 400)
  sheet.move(24)
  const printed = [...seller, ...buyer, ...lines.map(({ name }) => name), ...notes]
  const rest = `Some characters cannot be printed here. They are on the page of this invoice: ${origin}/orders/${invoice.order.orderId}/invoice`
  sheet.lines([...notes, ...(printed.every(isPrintable) ? [] : [rest])], { x: margin, width: textWidth })
  return await sheet.end()
}

type Row = Pick<ReturnType<typeof printInvoice>['lines'][number], 'name' | 'details' | 'net' | 'total'>

interface Style {
  x: number
  width: number
  size?: number
  weight?: Weight
}

/** A document that is written from top to bottom, over as many pages as it needs. */
function openSheet(title: string, at: Date) {
  const document = new PdfDocument({
    size: 'A4',
    margin,
    info: { Title: title, CreationDate: at, ModDate: at },
    lang: 'en',
  })
  const bytes = buffer(document)
  document.lineWidth(0.5).strokeColor('#bbbbbb')

  function use(script: string, weight: Weight, size = 10) {
    const name = `${script} ${weight}`
    if (!registered.has(name)) document.registerFont(name, fontOf(script, weight))
    registered.add(name)
    document.font(name).fontSize(size)
  }
  const registered = new Set<string>()

  /** Writes a text that wraps, and moves below it. */
  function wrapped(text: string, { x, width, size, weight = 400 }: Style) {
    const runs = runsOf(text)
    for (const [index, { script, text: part }] of runs.entries()) {
      use(script, weight, size)
      const options = { width, continued: index < runs.length - 1, lineGap: 2 }
      if (index === 0) document.text(part, x, document.y, options)
      else document.text(part, options)
    }
  }

  /** Writes a short text that ends at a right edge. */
  function rightAligned(text: string, right: number, y: number, weight: Weight) {
    let x = right
    for (const { script, text: part } of runsOf(text).toReversed()) {
      use(script, weight)
      x -= document.widthOfString(part, { features: ['tnum'] })
      document.text(part, x, y, { lineBreak: false, features: ['tnum'] })
    }
  }

  function keep(height: number) {
    if (document.y + height > document.page.height - margin) document.addPage()
  }

  const sheet = {
    move(points: number) {
      document.y += points
    },
    lines(texts: string[], style: Style) {
      for (const text of texts) {
        keep(lineHeight)
        wrapped(text, style)
      }
    },
    pairs(pairs: [name: string, text: string][], x: number) {
      for (const [name, text] of pairs) {
        const { y } = document
        wrapped(name, { x, width: 90 })
        document.y = y
        wrapped(text, { x: x + 90, width: columns.total - x - 90 })
      }
    },
    /** Writes two blocks side by side. */
    beside(left: () => void, right: () => void) {
      const { y } = document
      left()
      const below = document.y
      document.y = y
      right()
      document.y = Math.max(below, document.y)
    },
    row({ name, details, net, total }: Row, weight: Weight) {
      keep(lineHeight * (2 + details.length))
      const { y } = document
      rightAligned(net, columns.net, y, weight)
      rightAligned(total, columns.total, y, weight)
      document.y = y
      sheet.lines([name], { x: margin, width: 290, weight })
      sheet.lines(details, { x: margin, width: 290, size: 9 })
    },
    rule() {
      document.y += 4
      document.moveTo(margin, document.y).lineTo(columns.total, document.y).stroke()
      document.y += 6
    },
    sum(name: string, text: string, weight: Weight) {
      keep(lineHeight)
      const { y } = document
      rightAligned(text, columns.total, y, weight)
      document.y = y
      wrapped(name, { x: 310, width: 150, weight })
    },
    async end(): Promise<Buffer> {
      document.end()
      return await bytes
    },
  }
  return sheet
}
