import type { FastifyPluginAsync } from 'fastify'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { openClockWatch } from '../lib/clock-watch.ts'
import type { Log } from '../lib/log.ts'
import type { PaymentProvider } from './provider.ts'
import { loadStripe, type StripeOptions, stripeHost, stripePayments } from './stripe/stripe.ts'

/** The provider with what belongs to it while the shop runs. */
export interface Payments {
  provider: PaymentProvider
  /** Pages that the shop shows on the provider's behalf: the sandbox's hosted page, nothing for Stripe. */
  pages: FastifyPluginAsync
  /** To be called once the shop listens, with the address of `/api/payments/webhook` on this machine. */
  sendEventsTo(webhookUrl: string): void
  /** How far our clock was behind the provider's when it last answered, see `ClockWatch`. */
  clockBehindMs?(): number | undefined
  close(): Promise<void>
}

/** Card payments through Stripe, which sends its events where its dashboard says. What cannot be loaded fails at the start. */
export async function openStripe(
  options: Omit<StripeOptions, 'clockWatch'> & { log: Pick<Log, 'warn'> },
): Promise<Payments> {
  await loadStripe()
  const clockWatch = openClockWatch(options.server?.host ?? stripeHost, options)
  return {
    provider: stripePayments({ ...options, clockWatch }),
    clockBehindMs: clockWatch.behindMs,
    pages: async () => undefined,
    sendEventsTo: () => undefined,
    close: async () => undefined,
  }
}

/** Simulated payments: the same code talks to a sandbox inside this process, over HTTP. */
export async function openSandbox(options: SandboxOptions): Promise<Payments & Sandbox> {
  const sandbox = await createSandbox(options)
  const { host, port, secretKey, webhookSecret } = sandbox
  const server = { host, port, protocol: 'http' } as const
  return {
    ...sandbox,
    provider: stripePayments({ secretKey, webhookSecrets: [webhookSecret], server, clock: options.clock }),
  }
}
