import { sql } from 'kysely'
import { labelOf, nameWithVariation } from '#domain/products/size.ts'
import { returnAddress } from '#domain/returns/policy.ts'
import type { Db } from '../db/connection.ts'
import { readSettings } from '../settings/queries.ts'
import type { QueuedEmail, WriteContext, WrittenEmail } from './context.ts'
import type { Block } from './render.ts'
import { orderUrl } from './templates.ts'

interface ReturnRow {
  recordId: string
  orderId: string
  number: number
  to: string | null
  refusal: string | null
  lines: {
    name: string
    quantity: number
    color: string | null
    size: string | null
    imageId: string | null
    swap: string | null
    isSent: boolean
  }[]
  parcels: { carrier: string; number: string; url: string | null }[] | null
}

export type ReturnEmailKind = Extract<QueuedEmail['kind'], `return-${string}` | 'swap-ended'>

async function findReturn(db: Db, mailId: string): Promise<ReturnRow | undefined> {
  const { rows } = await sql<ReturnRow>`
    select "order".id as "recordId", "order".order_id as "orderId", "order".number, coalesce(contact_email, email) as to, refusal, (
      select json_agg(json_build_object('name', order_line.name, 'quantity', return_line.quantity, 'color', color,
        'size', coalesce(sent.size, order_line.size), 'imageId', image_id, 'swap', swap.size, 'isSent', swap_state = 'sent') order by return_line.place)
      from return_line
        join order_line on order_line.order_id = return.order_id and order_line.position = return_line.position
        left join variant sent on sent.id = return_line.variant_id
        left join variant swap on swap.id = swap_variant_id
      where return_line.return_id = return.id
    ) as lines, (
      select json_agg(json_build_object('carrier', carrier, 'number', shipment.number, 'url', url) order by sent_at)
      from shipment where shipment.return_id = return.id
    ) as parcels
    from mail join return on return.id = mail.return_id join "order" on "order".id = return.order_id
    where mail.id = ${mailId}`.execute(db)
  return rows[0]
}

/**
 * Writes to a buyer about a step of a return.
 * @param open makes the address that opens the order without an account
 */
export async function writeReturnEmail(
  { db, origin }: WriteContext,
  { id, kind }: QueuedEmail & { kind: ReturnEmailKind },
  open: (order: { recordId: string; orderId: string }) => Promise<string>,
): Promise<WrittenEmail | undefined> {
  const found = await findReturn(db, id)
  if (!found?.to) return undefined
  const { subject, headline, blocks } = await stepOf(db, kind, found)
  const { number, orderId, lines } = found
  const goods = (lines ?? []).map(({ name, quantity, color, size, imageId }) => ({
    name: nameWithVariation({ name, color, size }),
    quantity,
    image: imageId ? `${origin}/images/${imageId}/320.webp` : undefined,
  }))
  return {
    id,
    to: found.to,
    subject,
    link: orderUrl(orderId, origin),
    blocks: [
      { kind: 'headline', text: headline },
      ...blocks,
      { kind: 'goods', goods },
      { kind: 'button', label: 'See your return', url: await open(found) },
      { kind: 'note', text: `Order #${number}, ${orderId}` },
    ],
  }
}

interface Step {
  subject: string
  headline: string
  blocks: Block[]
}

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

async function stepOf(db: Db, kind: ReturnEmailKind, found: ReturnRow): Promise<Step> {
  const about = `your return of order #${found.number}`
  switch (kind) {
    case 'return-asked':
      return {
        subject: `We expect ${about}`,
        headline: 'Send it to us, please.',
        blocks: [...(await wayBack(db)), ...heldSwaps(found)],
      }
    case 'return-arrived':
      return {
        subject: `Arrived: ${about}`,
        headline: 'Your parcel has arrived with us.',
        blocks: [paragraph('We look at it now, and write to you about what happens next.')],
      }
    case 'return-settled':
      return {
        subject: `On its way: the swap for order #${found.number}`,
        headline: `${sizesOf(found)} on the way to you.`,
        blocks: parcelBlocks(found),
      }
    case 'return-refused':
      return {
        subject: `We cannot accept ${about}`,
        headline: 'We cannot take this back.',
        blocks: [{ kind: 'typed', text: found.refusal ?? '' }],
      }
    case 'return-cancelled':
      return {
        subject: `Cancelled: ${about}`,
        headline: 'Your return is cancelled.',
        blocks: [paragraph('You keep what you have. Nothing has to be sent.')],
      }
    case 'swap-ended':
      return {
        subject: `No longer held: the swap for order #${found.number}`,
        headline: 'The other size is no longer held for you.',
        blocks: [paragraph('Your parcel has not come so far. Once it does, your money goes back instead.')],
      }
  }
}

async function wayBack(db: Db): Promise<Block[]> {
  const settings = await readSettings(db, 'identity', 'returns', 'contact')
  const { returns } = settings
  const payer = returns.payer === 'shop' ? 'We pay the way back.' : 'You pay the way back.'
  return [
    paragraph(
      `Put the slip from your return’s page into the parcel. ${payer} Keep the carrier’s receipt until this is settled.`,
    ),
    { kind: 'lines', title: 'Send it to', lines: returnAddress(settings) },
    ...(returns.labelLink.startsWith('https://')
      ? [{ kind: 'link' as const, label: 'Get your label', url: returns.labelLink }]
      : []),
  ]
}

const heldSwaps = ({ lines }: ReturnRow): Block[] =>
  (lines ?? []).flatMap(({ swap, name }) =>
    swap
      ? [
          paragraph(
            `${labelOf(swap)} of ${name} is held for you for three weeks, and goes out once your parcel is here.`,
          ),
        ]
      : [],
  )

function sizesOf({ lines }: ReturnRow): string {
  const sizes = (lines ?? []).flatMap(({ swap, isSent }) => (swap && isSent ? [labelOf(swap)] : []))
  return sizes.length > 1 ? 'Your new sizes are' : `Your ${sizes[0] ?? 'swap'} is`
}

const parcelBlocks = ({ parcels }: ReturnRow): Block[] =>
  (parcels ?? []).flatMap(({ carrier, number, url }): Block[] => {
    const what = [carrier, number].filter(Boolean).join(' ')
    return [
      ...(what ? [paragraph(`It travels with ${what}.`)] : []),
      ...(url ? [{ kind: 'link' as const, label: 'Follow the parcel', url }] : []),
    ]
  })
