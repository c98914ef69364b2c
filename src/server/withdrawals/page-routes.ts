import type { FastifyPluginAsync } from 'fastify'
import { validate } from 'uuid'
import {
  statementOf,
  type WithdrawalStep,
  type WithdrawalTexts,
  withdrawalErrors,
} from '#domain/withdrawals/withdrawal.ts'
import { type ResponseCache, send } from '../cache/cache-plugin.ts'
import { ShopError } from '../lib/errors.ts'
import type { RenderPage } from '../pages/routes.ts'
import { limitedReceiver, type WithdrawalContext } from './limited-receiver.ts'

/** More than the longest texts, percent-encoded. */
const maxFormBytes = 32 * 1024
const form = 'application/x-www-form-urlencoded'
const path = '/withdraw'

interface PageContext extends WithdrawalContext {
  cache: Pick<ResponseCache, 'get'>
  renderPage: RenderPage
}

type Receive = (id: string, statement: ReturnType<typeof statementOf>) => ReturnType<ReturnType<typeof limitedReceiver>>

/**
 * `POST /withdraw`: the form of the page, which needs no scripts. The page shows the next step itself, so that what was typed is in no
 * address and in no cache.
 */
export const withdrawalPageRoutes: FastifyPluginAsync<PageContext> = async (app, context) => {
  const receive = limitedReceiver(context)
  app.addContentTypeParser(form, { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )

  app.post(path, { schema: { hide: true }, config: { access: 'anyone' } }, async (request, reply) => {
    const step = await nextStep(fieldsOf(request.body), context.ids.uuid, (id, statement) =>
      receive(request, reply, id, statement),
    )
    const answer = await context.cache.get(undefined, () => context.renderPage(request, path, step))
    return await send(answer, request, reply)
  })
}

type Fields = WithdrawalTexts & { id: string; step: string }

const fieldsOf = (body: unknown): Fields => {
  const sent = (body ?? {}) as Record<string, unknown>
  // A browser sends each line end of a form as two characters.
  const text = (name: keyof Fields) => (typeof sent[name] === 'string' ? sent[name].replaceAll('\r\n', '\n') : '')
  const [name, contract, email, scope] = [text('name'), text('contract'), text('email'), text('scope')]
  return { name, contract, email, scope, pieces: text('pieces'), id: text('id'), step: text('step') }
}

/** The step after that of the form: back to its fields, the question, or the receipt. */
async function nextStep(
  { id, step, ...texts }: Fields,
  newId: () => string,
  receive: Receive,
): Promise<WithdrawalStep> {
  const statement = statementOf(texts)
  const errors = withdrawalErrors(statement)
  if (step === 'change' || Object.keys(errors).length > 0)
    return { step: 'form', texts, errors: step === 'change' ? {} : errors }
  if (step !== 'confirm' || !validate(id)) return { step: 'confirm', texts, id: newId() }
  try {
    return { step: 'receipt', receipt: await receive(id, statement) }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return { step: 'confirm', texts, id, error: { message: error.message, status: error.statusCode } }
  }
}
