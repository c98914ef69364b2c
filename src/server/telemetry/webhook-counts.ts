/** Number of webhook calls since the shop started, by result. */
export type WebhookCounts = Record<'settled' | 'about-no-order' | 'refused' | 'too-late' | 'failed', number>

export const noWebhooks = (): WebhookCounts => ({
  settled: 0,
  'about-no-order': 0,
  refused: 0,
  'too-late': 0,
  failed: 0,
})
