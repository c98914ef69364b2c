import { productPath } from '#domain/products/product.ts'
import { addLink } from '../stock/alerts/links.ts'
import { type AlertSubject, findAlert } from '../stock/alerts/queries.ts'
import type { EmailBranding } from './branding.ts'
import type { QueuedEmail, WriteContext, WrittenEmail } from './context.ts'
import type { EmailDraft } from './render.ts'

interface Links {
  confirm: string
  end: string
}

/** Asks whether the address is theirs; undefined when it is confirmed already, or the alert is ended. */
export async function writeAlertConfirmation(
  context: WriteContext,
  { id, alert_id }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const alert = alert_id ? await findAlert(context.db, alert_id) : undefined
  if (!alert || !alert_id || alert.isConfirmed) return undefined
  const links = {
    confirm: `${context.origin}/alerts/${await addLink(context.db, alert_id, 'confirm')}`,
    end: `${context.origin}/alerts/${await addLink(context.db, alert_id, 'end')}`,
  }
  return { id, to: alert.email, unsubscribe: links.end, ...confirmation(alert, links, context.branding) }
}

/** Says that the size is back. */
export async function writeBackInStock(
  context: WriteContext,
  { id, alert_id }: QueuedEmail,
): Promise<WrittenEmail | undefined> {
  const alert = alert_id ? await findAlert(context.db, alert_id) : undefined
  return alert ? { id, to: alert.email, ...backInStock(alert, context.origin) } : undefined
}

function confirmation(alert: AlertSubject, { confirm, end }: Links, { name }: EmailBranding): EmailDraft {
  return {
    subject: 'Shall we tell you when it is back?',
    link: confirm,
    blocks: [
      { kind: 'headline', text: 'Shall we tell you when it is back?' },
      {
        kind: 'paragraph',
        text: `Somebody, probably you, wants to know at this address when ${alert.name} can be bought again at ${name}. Confirm it, and you get one e-mail when it is there, and none after that.`,
      },
      { kind: 'button', label: 'Yes, tell me', url: confirm },
      {
        kind: 'note',
        text: 'If it was not you, you need not do anything: without a confirmation your address is deleted after two days. This ends it, now or later:',
      },
      { kind: 'link', label: 'Do not tell me', url: end },
    ],
  }
}

function backInStock(alert: AlertSubject, origin: string): EmailDraft {
  const link = `${origin}${productPath(alert.product)}`
  return {
    subject: `It is back: ${alert.name}`,
    link,
    blocks: [
      { kind: 'headline', text: 'It is back.' },
      { kind: 'paragraph', text: `${alert.name} can be bought again.` },
      { kind: 'paragraph', text: 'It is not held for you: there are few, and others were told as well.' },
      { kind: 'button', label: 'See it', url: link },
      {
        kind: 'note',
        text: 'This was the one e-mail that you asked for. We send no other, and delete your address in 30 days.',
      },
    ],
  }
}
