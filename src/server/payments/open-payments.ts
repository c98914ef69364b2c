import type { Config } from '../config/settings.ts'
import type { Connection } from '../db/connection.ts'
import type { Clock } from '../lib/clock.ts'
import { openSandbox, openStripe, type Payments } from './payments.ts'

interface DependencyStates {
  /** Of the shop: the sandbox keeps what it knows there. */
  connection: Connection
  clock: Clock
  log: { warn(facts: object, message: string): void }
}

/** The payment provider that the settings name. */
export async function openPayments(config: Config, { connection, clock, log }: DependencyStates): Promise<Payments> {
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
