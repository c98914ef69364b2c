import type { FastifyReply, FastifyRequest } from 'fastify'
import { validate } from 'uuid'
import type { Statement, WithdrawalReceipt } from '#domain/withdrawals/withdrawal.ts'
import type { AuditBook } from '../audit/record.ts'
import { type Limits, limiter, visitorOf } from '../http/limits/rate-limit.ts'
import type { Sessions } from '../http/sessions.ts'
import { badRequest, ShopError } from '../lib/errors.ts'
import { receiveWithdrawal } from './receive-withdrawal.ts'

export interface WithdrawalContext extends AuditBook {
  sessions: Pick<Sessions, 'find'>
  limits: Limits
}

type Receive = (
  request: FastifyRequest,
  reply: FastifyReply,
  id: string,
  statement: Statement,
) => Promise<WithdrawalReceipt>

/** Returns the function that receives withdrawals within the limits of a visitor and of all visitors. What is sent twice counts once. */
export function limitedReceiver(context: WithdrawalContext): Receive {
  const countOfVisitor = limiter('withdrawal', context)
  const countOfAll = limiter('withdrawals', context)

  return async (request, reply, id, statement) => {
    if (!validate(id)) throw badRequest('Send id, a UUID of its own for each withdrawal.')
    const visitor = visitorOf(request, await context.sessions.find(request, reply))
    const counted: (() => Promise<void>)[] = []
    const uncount = async () => void (await Promise.all(counted.map(each => each())))
    try {
      counted.push(await countOfVisitor(visitor).catch(sayOtherWay))
      counted.push(await countOfAll('all').catch(sayOtherWay))
      const { receipt, isNew } = await receiveWithdrawal(context, id.toLowerCase(), statement)
      if (!isNew) await uncount()
      return receipt
    } catch (error) {
      await uncount()
      throw error
    }
  }
}

/** The right does not wait for the limit. */
function sayOtherWay(error: unknown): never {
  if (!(error instanceof ShopError)) throw error
  const { statusCode, code, message, retryAfterSeconds } = error
  const otherWay = `${message} An e-mail to us that says the same counts as much.`
  throw new ShopError(statusCode, code, otherWay, retryAfterSeconds)
}
