import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { alertWords, PostAlert } from '#domain/stock/alert.ts'
import { hasStaffRights, readEmail } from '#domain/users/user.ts'
import type { Db } from '../../db/connection.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { isWithinLimit, type Limits, limiter, visitorOf } from '../../http/limits/rate-limit.ts'
import type { Sessions } from '../../http/sessions.ts'
import type { Clock, Ids } from '../../lib/clock.ts'
import { badRequest } from '../../lib/errors.ts'
import { plainDocument, plainFormHeaders, toTheShop } from '../../lib/plain-page.ts'
import type { DemandGatherer } from '../lost-demand/gather.ts'
import { findMissingSize } from '../lost-demand/missing-size.ts'
import { askAlert } from './ask.ts'
import { type AlertLink, findLink, useLink } from './links.ts'

const maxFormBytes = 4 * 1024
const form = 'application/x-www-form-urlencoded'
const wrongEmail = 'Please type your whole e-mail address, with its @ and its ending.'

const postAlert = {
  summary: 'Ask to be told when a size that cannot be bought now is back',
  description:
    'Always 202 with the same words. An e-mail asks whether the address is theirs; a mailbox gets at most five an hour. Takes JSON, or a form, which is answered with a page.',
  consumes: ['application/json', form],
  body: PostAlert,
  response: { 202: Type.Union([Ok(Type.Null()), Type.String()]) },
}
const ByToken = Type.Object({ token: Type.String({ maxLength: 200 }) })

interface AlertsContext {
  db: Db
  clock: Clock
  ids: Ids
  sessions: Pick<Sessions, 'find'>
  limits: Limits
  demand: DemandGatherer
}

/**
 * `/api/alerts` takes requests to be told when a size is back; `/alerts/:token` are the pages behind the links in their e-mails. They
 * change something only by a POST, because mail scanners open links, and need no scripts.
 */
export const alertRoutes: FastifyPluginAsyncTypebox<AlertsContext> = async (app, context) => {
  const { db, clock, sessions, demand } = context
  const countAlert = limiter('alert', context)
  app.addContentTypeParser(form, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post('/api/alerts', { schema: postAlert, config: { access: 'anyone' } }, async (request, reply) => {
    const email = readEmail(request.body.email.trim())
    if (!email) throw badRequest(wrongEmail)
    const caller = await sessions.find(request, reply)
    if (await isWithinLimit(countAlert, visitorOf(request, caller))) {
      const missing = await findMissingSize(db, request.body.variantId.toLowerCase())
      if (missing) {
        await askAlert(context, missing.variantId, email)
        const { visit = email } = request.body
        if (!hasStaffRights(caller?.role)) demand.note(caller?.id ?? `visit ${visit}`, { kind: 'alert', ...missing })
      }
    }
    reply.status(202)
    if (!request.headers['content-type']?.startsWith(form)) return ok(null, alertWords)
    return page(reply, { heading: 'One more step', sentence: alertWords, onward: toTheShop })
  })

  app.get(
    '/alerts/:token',
    { schema: { params: ByToken, hide: true }, config: { access: 'anyone' } },
    async (request, reply) => {
      const link = await findLink(db, request.params.token)
      if (!link) return page(reply.status(410), noLonger)
      return link.isUsed ? page(reply.status(410), usedOf(link)) : page(reply, questionOf(link))
    },
  )

  app.post(
    '/alerts/:token',
    { schema: { params: ByToken, hide: true }, config: { access: 'anyone' } },
    async (request, reply) => {
      const done = await useLink(db, request.params.token, clock.now())
      if (done) return page(reply, answers[done])
      const link = await findLink(db, request.params.token)
      return page(reply.status(410), link ? usedOf(link) : noLonger)
    },
  )
}

type Document = Omit<Parameters<typeof plainDocument>[0], 'shopName'>

const page = (reply: FastifyReply, document: Document) =>
  reply.headers(plainFormHeaders).send(plainDocument({ ...document, shopName: reply.server.shopFrame().name }))

const buttonOf = (label: string) => `<form method="post"><button>${label}</button></form>`

const questionOf = ({ purpose, name }: AlertLink): Document =>
  purpose === 'confirm'
    ? {
        heading: 'Shall we tell you?',
        sentence: `One e-mail when ${name} can be bought again, and none after that.`,
        onward: buttonOf('Yes, tell me'),
      }
    : {
        heading: 'Shall we not tell you?',
        sentence: `You asked for an e-mail when ${name} is back. We delete your address, and send none.`,
        onward: buttonOf('Do not tell me'),
      }

const answers: Record<AlertLink['purpose'], Document> = {
  confirm: {
    heading: 'We will tell you',
    sentence: 'You get one e-mail as soon as it is back. Until then, there is more to see.',
    onward: toTheShop,
  },
  end: { heading: 'We will not tell you', sentence: 'Your address is deleted here.', onward: toTheShop },
}

const usedOf = ({ name }: AlertLink): Document => ({
  heading: 'This link was used',
  sentence: `We write to you once ${name} is back.`,
  onward: toTheShop,
})

const noLonger: Document = {
  heading: 'This link is no longer valid',
  sentence: 'It was ended, or not confirmed within two days. You can ask again on the page of the piece.',
  onward: toTheShop,
}
