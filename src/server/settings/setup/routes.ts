import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  ChecklistItem,
  FirstRun,
  FirstRunStepName,
  Service,
  type ServiceId,
  StepState,
  TryResult,
} from '#domain/settings/setup.ts'
import type { Config } from '../../config/settings.ts'
import type { Db } from '../../db/connection.ts'
import { callerOf } from '../../http/access.ts'
import { Ok, ok } from '../../http/envelope.ts'
import { type Limits, limiter } from '../../http/limits/rate-limit.ts'
import type { ImageStorage } from '../../images/storage.ts'
import type { Clock, Ids } from '../../lib/clock.ts'
import { openMailer } from '../../mail/transports/open-mailer.ts'
import type { Payments } from '../../payments/payments.ts'
import { checklistOf } from './checklist.ts'
import { withinDeadline } from './deadline.ts'
import { readFirstRun, saveIsHidden, saveStep } from './first-run.ts'
import { describeServices, findBackups } from './services.ts'
import { findShopFacts } from './shop-facts.ts'
import { tryEmail } from './try-email.ts'
import { checkTestPayment, tryPayments } from './try-payments.ts'
import { tryPictures } from './try-pictures.ts'

const listServices = {
  summary: 'The services that the shop uses, their state, and which variables are set; never a value',
  response: { 200: Ok(Type.Array(Service)) },
}
const tried = { 200: Ok(TryResult) }
const postEmail = { summary: 'Send a test e-mail to the own address', response: tried }
const postPictures = { summary: 'Write, read and delete a small object in the storage of pictures', response: tried }
const postPayment = { summary: 'Open the page of a test payment of a dollar', response: tried }
const getPayment = {
  summary: 'Whether a test payment was paid; it is then refunded',
  params: Type.Object({ id: Type.String() }),
  response: tried,
}
const getChecklist = {
  summary: 'What would go wrong if the shop sold today',
  response: { 200: Ok(Type.Array(ChecklistItem)) },
}
const firstRun = { 200: Ok(FirstRun) }
const getFirstRun = { summary: 'How far the shop is set up', response: firstRun }
const putFirstRun = {
  summary: 'Begin to set the shop up, and show or hide the checklist on the dashboard',
  body: Type.Object({ isHidden: Type.Boolean() }),
  response: firstRun,
}
const putStep = {
  summary: 'Save the state of one step of the set-up',
  params: Type.Object({ step: FirstRunStepName }),
  body: Type.Object({ state: StepState }),
  response: firstRun,
}

interface Options {
  config: Config
  db: Db
  images: ImageStorage
  payments: Pick<Payments, 'provider'>
  clock: Clock
  ids: Ids
  limits: Limits
}

const config = { access: 'admin' as const }

/** `/api/settings`: whether the shop is ready to sell, and the tries of the services that it needs for it. */
export const setupRoutes: FastifyPluginAsyncTypebox<Options> = async (app, options) => {
  const { db, images, ids } = options
  const { provider: payments } = options.payments
  const mailer = openMailer(options.config, app.log)
  app.addHook('onClose', () => mailer.close?.())

  const count = limiter('serviceTry', options)
  const countTry = (service: ServiceId | 'payment check', admin: { id: string }) => count(`${service} ${admin.id}`)
  const readSteps = () => readFirstRun(db, options.config.seed === 'none')

  app.get('/services', { schema: listServices, config }, async () =>
    ok(describeServices(options.config, await findBackups(db), process.env)),
  )

  app.post('/services/email/try', { schema: postEmail, config }, async request => {
    const admin = callerOf(request)
    await countTry('email', admin)
    const trying = tryEmail({ db, config: options.config, mailer, id: ids.uuid(), to: admin.email })
    return ok(await withinDeadline(trying, 'The mail server'))
  })

  app.post('/services/pictures/try', { schema: postPictures, config }, async request => {
    await countTry('pictures', callerOf(request))
    const trying = tryPictures({ config: options.config, images, id: ids.uuid() })
    return ok(await withinDeadline(trying, 'The storage of pictures'))
  })

  app.post('/services/payments/try', { schema: postPayment, config }, async request => {
    const admin = callerOf(request)
    await countTry('payments', admin)
    const trying = tryPayments({ config: options.config, payments, id: ids.uuid(), email: admin.email })
    return ok(await withinDeadline(trying, 'The payment provider'))
  })

  app.get('/services/payments/try/:id', { schema: getPayment, config }, async request => {
    await countTry('payment check', callerOf(request))
    return ok(await withinDeadline(checkTestPayment(payments, request.params.id), 'The payment provider'))
  })

  app.get('/checklist', { schema: getChecklist, config }, async () =>
    ok(checklistOf(await findShopFacts(db, options.config, process.env))),
  )

  app.get('/first-run', { schema: getFirstRun, config }, async () => ok(await readSteps()))

  app.put('/first-run', { schema: putFirstRun, config }, async ({ body }) => {
    await saveIsHidden(db, body.isHidden)
    return ok(await readSteps())
  })

  app.put('/first-run/:step', { schema: putStep, config }, async ({ params, body }) => {
    await saveStep(db, params.step, body.state)
    return ok(await readSteps())
  })
}
