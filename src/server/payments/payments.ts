import type { FastifyPluginAsync } from 'fastify'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { openClockWatch } from '../lib/clock-watch.ts'
import type { Log } from '../lib/log.ts'
import type { PaymentProvider } from './provider.ts'
import { loadStripe, type StripeOptions, stripeHost, stripePayments } from './stripe/stripe.ts'

/** The payment provider, and what the shop runs for it. */
export interface Payments {
  provider: PaymentProvider
  /** Pages that the shop serves for the provider: the sandbox's hosted page, none for Stripe. */
  pages: FastifyPluginAsync
  /** Starts sending events to `webhookUrl`, the address of `/api/payments/webhook` on this machine; called once the shop listens. */
  sendEventsTo(webhookUrl: string): void
  /** How far the shop's clock was behind the provider's at its last response, in ms; see `ClockWatch`. */
  clockBehindMs?(): number | undefined
  /**
   * Asks the provider for its time now. The sandbox has none of its own: it runs on the shop's machine.
   * @throws ProviderUnavailable
   */
  askTime?(): Promise<Date>
  close(): Promise<void>
}

/** Opens card payments through Stripe, whose dashboard has the address for its events. An SDK that cannot be loaded fails at the start. */
export async function openStripe(
  options: Omit<StripeOptions, 'clockWatch'> & { log: Pick<Log, 'warn'> },
): Promise<Payments> {
  await loadStripe()
  const clockWatch = openClockWatch(options.server?.host ?? stripeHost, options)
  const provider = stripePayments({ ...options, clockWatch })
  return {
    provider,
    clockBehindMs: clockWatch.behindMs,
    async askTime() {
      await provider.highestOrderNumber() // every response has the time
      return provider.now()
    },
    pages: async () => undefined,
    sendEventsTo: () => undefined,
    close: async () => undefined,
  }
}

/** Opens simulated payments: the same code talks over HTTP to a sandbox inside this process. */
export async function openSandbox(options: SandboxOptions): Promise<Payments & Sandbox> {
  const sandbox = await createSandbox(options)
  const { host, port, secretKey, webhookSecret } = sandbox
  const server = { host, port, protocol: 'http' } as const
  return {
    ...sandbox,
    provider: stripePayments({ secretKey, webhookSecrets: [webhookSecret], server, clock: options.clock }),
  }
}
