import { createHash } from 'node:crypto'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Clock } from '../../server/lib/clock.ts'
import { Refusal } from '../refusal.ts'
import type { SessionRow } from '../session.ts'
import type { Sessions } from '../sessions.ts'
import { formPage, noticePage } from './page.ts'
import { customerFrom, type Faults, faultsOf, readTyped, type TypedFields } from './pay-form.ts'
import { style } from './style.ts'

type ById = { Params: { id: string } }
type Submitted = ById & { Body: URLSearchParams | undefined }

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`
const config = { access: 'anyone' as const }
const retryAfterSeconds = 2

/** The payment page: plain forms, no script, mounted on the shop's own port. */
export function hostedPages(sessions: Sessions, clock: Clock): FastifyPluginAsync {
  return async app => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 20_000 },
      async (_: unknown, body: string) => new URLSearchParams(body),
    )
    app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const unknown = error instanceof Refusal && error.status === 404
      const status = unknown ? 404 : (error.statusCode ?? 503)
      if (status >= 500) request.log.error({ err: error }, 'payment page failed')
      if (status === 503) reply.header('retry-after', retryAfterSeconds)
      return sendPage(reply, status, unknown ? unknownSession : status < 500 ? unreadable : broken)
    })

    app.get<ById>('/sandbox/pay/:id', { config }, async ({ params }, reply) => {
      const row = await sessions.find(params.id)
      return row.status === 'open' ? sendForm(reply, row) : sendEnded(reply, row)
    })

    app.post<Submitted>('/sandbox/pay/:id', { config }, async ({ params, body }, reply) => {
      const row = await sessions.find(params.id)
      if (row.status !== 'open') return sendEnded(reply, row)
      const typed = readTyped(body ?? new URLSearchParams())
      const faults = faultsOf(typed, row, clock.now())
      if (Object.keys(faults).length > 0) return sendForm(reply, row, typed, faults)

      const paid = await sessions.pay(row, customerFrom(typed, row))
      if (!paid.changed) return sendEnded(reply, paid.row)
      return reply.header('cache-control', 'no-store').redirect(successOf(row), 303)
    })

    app.post<ById>('/sandbox/pay/:id/cancel', { config }, async ({ params }, reply) => {
      const row = await sessions.find(params.id)
      if (row.status === 'complete') return sendEnded(reply, row)
      // Leaving the page does not expire the session, as at Stripe.
      return reply.header('cache-control', 'no-store').redirect(backOf(row), 303)
    })
  }
}

const successOf = ({ id, params }: SessionRow) => params.success_url.replaceAll('{CHECKOUT_SESSION_ID}', id)
const backOf = ({ params }: SessionRow) => params.cancel_url ?? new URL('/', params.success_url).href

function sendForm(reply: FastifyReply, row: SessionRow, typed?: TypedFields, faults?: Faults) {
  const pictures = row.params.line_items.flatMap(({ price_data }) => price_data.product_data.images ?? [])
  return send(reply, 200, policyOf(anywhere, pictures), formPage(row, reply.server.shopFrame().name, typed, faults))
}

function sendEnded(reply: FastifyReply, row: SessionRow) {
  const notice =
    row.status === 'complete'
      ? {
          title: 'This payment is done',
          text: 'You have already paid here, once. Nothing more is charged.',
          link: { href: successOf(row), text: 'See your order' },
        }
      : {
          title: 'This payment page has expired',
          text: 'Nothing was charged. Your cart is still in the shop.',
          link: { href: backOf(row), text: 'Back to the shop' },
        }
  return sendPage(reply, 200, notice)
}

interface Notice {
  title: string
  text: string
  link?: { href: string; text: string }
}

const unknownSession: Notice = {
  title: 'There is no such payment',
  text: 'The address may be incomplete. Please go back to the shop and start again from your cart.',
}
const unreadable: Notice = {
  title: 'That could not be read',
  text: 'Nothing was charged. Please go back and try again.',
}
const broken: Notice = {
  title: 'Something went wrong',
  text: 'Please open this page again in a moment: it will say whether the payment went through.',
}

const sendPage = (reply: FastifyReply, status: number, notice: Notice) =>
  send(reply, status, policyOf('', []), noticePage({ ...notice, merchant: reply.server.shopFrame().name }))

function send(reply: FastifyReply, status: number, policy: string, html: string) {
  return reply
    .status(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(html)
}

/**
 * Chromium applies form-action to every redirect after a form, and the shop may redirect on from its return address.
 */
const anywhere = 'http: https:'

function policyOf(formTargets: string, pictures: string[]): string {
  const origins = (urls: string[]) => [...new Set(urls.map(url => new URL(url).origin))].join(' ')
  return [
    "default-src 'none'",
    `style-src '${styleHash}'`,
    `img-src data: ${origins(pictures)}`.trim(),
    `form-action 'self' ${formTargets}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
