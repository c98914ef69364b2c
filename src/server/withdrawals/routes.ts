import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import {
  objectionNoted,
  PostWithdrawal,
  toStatement,
  WithdrawalReceipt,
  withdrawalErrors,
  withdrawalReceived,
} from '#domain/withdrawals/withdrawal.ts'
import { Ok, ok } from '../http/envelope.ts'
import { badRequest } from '../lib/errors.ts'
import { limitedReceiver, type WithdrawalContext } from './limited-receiver.ts'
import { objectToWithdrawal } from './object-to-withdrawal.ts'

const postWithdrawal = {
  summary: 'Withdraw from a contract: received, with a receipt by e-mail',
  description:
    'Directive 2011/83/EU, article 11a. Needs no account and gives no reason. The answer is the same for an order that is not known, and never says whether the withdrawal is right. With the same id and content it is received once. A mailbox gets at most five receipts an hour.',
  body: PostWithdrawal,
  response: { 200: Ok(WithdrawalReceipt) },
}

const postObjection = {
  summary: 'Say that a withdrawal from an order was not made by its buyer',
  description: 'Cancels the withdrawal, unless it is settled or refused. Used twice, the answer is the same.',
  body: Type.Object({
    key: Type.String({ maxLength: 200, description: '43 characters, behind the # of the link in the e-mail' }),
  }),
  response: { 200: Ok(Type.Null()) },
}

/** `/api/withdrawals`: withdrawals from a contract, for the shop's page and for other front ends. */
export const withdrawalRoutes: FastifyPluginAsyncTypebox<WithdrawalContext> = async (app, context) => {
  const receive = limitedReceiver(context)

  app.post('/', { schema: postWithdrawal, config: { access: 'anyone' } }, async (request, reply) => {
    const { id, ...body } = request.body
    const statement = toStatement(body)
    const [reason] = Object.values(withdrawalErrors(statement))
    if (reason) throw badRequest(reason)
    return ok(await receive(request, reply, id, statement), withdrawalReceived)
  })

  app.post('/objection', { schema: postObjection, config: { access: 'anyone' } }, async request => {
    await objectToWithdrawal(context.db, request.body.key, context.clock.now())
    return ok(null, objectionNoted)
  })
}
