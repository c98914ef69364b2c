import type { Config } from '../config/settings.ts'
import type { Connection } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { openSandbox, openStripe, type Payments } from './payments.ts'

interface PaymentDependencies {
  /** The shop's database, in which the sandbox stores its data too. */
  connection: Connection
  clock: Clock
  log: { warn(facts: object, message: string): void }
}

/** Opens the payment provider that the settings name. */
export async function openPayments(config: Config, { connection, clock, log }: PaymentDependencies): Promise<Payments> {
  const {
    payments,
    stripeSecretKey: secretKey,
    stripeWebhookSecrets: webhookSecrets,
    publicOrigin,
    sandboxFaults,
  } = config
  if (payments === 'stripe') return await openStripe({ secretKey, webhookSecrets, clock, log })
  return await openSandbox({ connection, origin: publicOrigin, faults: { ...sandboxFaults }, clock, log })
}
