import type { FastifyPluginAsync } from 'fastify'
import type { PaymentProvider } from './provider.ts'
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox/sandbox.ts'
import { loadStripe, type StripeOptions, stripePayments } from './stripe.ts'

/** The provider with what belongs to it while the shop runs. */
export interface Payments {
  provider: PaymentProvider
  /** Pages that the shop shows on the provider's behalf: the sandbox's hosted page, nothing for Stripe. */
  pages: FastifyPluginAsync
  /** To be called once the shop listens, with the address of `/api/payments/webhook` on this machine. */
  sendEventsTo(webhookUrl: string): void
  close(): Promise<void>
}

/** Card payments through Stripe, which sends its events where its dashboard says. What cannot be loaded fails at the start. */
export async function openStripe(options: StripeOptions): Promise<Payments> {
  await loadStripe()
  return {
    provider: stripePayments(options),
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
  return { ...sandbox, provider: stripePayments({ secretKey, webhookSecret, server, clock: options.clock }) }
}
