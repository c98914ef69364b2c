/** Faults that the sandbox injects. Probabilities go from 0 (never) to 1 (always), times are in milliseconds. */
export interface Faults {
  /** Probability that an event is never sent. */
  dropEvents: number
  /** Probability that an event is sent twice. */
  duplicate: number
  /** Probability that an event is delayed by up to two seconds, so that later ones overtake it. */
  reorder: number
  /** Delay of every event. */
  delay: number
  /** Probability that the API answers 500. */
  api5xx: number
  /** Probability that the API never answers. */
  apiHang: number
  /** Probability that the API does its work and then cuts the connection instead of answering. */
  apiCut: number
  /** Delay of every API response. */
  apiDelay: number
  /** Probability that a payment stays pending for a while, as a bank debit does. */
  latePayment: number
  /** Probability that such a payment fails in the end. */
  latePaymentFails: number
  /** Probability that the balance is too low for a refund. */
  emptyBalance: number
}

export const noFaults: Readonly<Faults> = {
  dropEvents: 0,
  duplicate: 0,
  reorder: 0,
  delay: 0,
  api5xx: 0,
  apiHang: 0,
  apiCut: 0,
  apiDelay: 0,
  latePayment: 0,
  latePaymentFails: 0,
  emptyBalance: 0,
}

const names: Record<string, keyof Faults> = {
  'drop-events': 'dropEvents',
  duplicate: 'duplicate',
  reorder: 'reorder',
  delay: 'delay',
  'api-5xx': 'api5xx',
  'api-hang': 'apiHang',
  'api-cut': 'apiCut',
  'api-delay': 'apiDelay',
  'late-payment': 'latePayment',
  'late-payment-fails': 'latePaymentFails',
  'empty-balance': 'emptyBalance',
}

/**
 * Reads SANDBOX_FAULTS, such as `drop-events,delay=500,api-5xx=0.2`. A fault without a number has the probability 1.
 * @throws Error that names the part it does not understand
 */
export function parseFaults(text: string): Faults {
  const faults = { ...noFaults }
  for (const part of text.split(',').map(word => word.trim())) {
    if (part === '') continue
    const [name = '', value] = part.split('=')
    const key = Object.hasOwn(names, name) ? names[name] : undefined
    if (!key) throw new Error(`SANDBOX_FAULTS: unknown fault '${name}'. Known are ${Object.keys(names).join(', ')}.`)
    faults[key] = readNumber(key, name, value)
  }
  return faults
}

function readNumber(key: keyof Faults, name: string, value: string | undefined): number {
  const isTime = key === 'delay' || key === 'apiDelay'
  const number = value === undefined && !isTime ? 1 : Number(value || Number.NaN)
  if (isTime && !(number >= 0 && number <= 3_600_000)) {
    throw new Error(`SANDBOX_FAULTS: ${name} needs milliseconds, for example ${name}=500.`)
  }
  if (!isTime && !(number >= 0 && number <= 1)) {
    throw new Error(`SANDBOX_FAULTS: ${name} needs a chance from 0 to 1, for example ${name}=0.2.`)
  }
  return number
}

export const happens = (chance: number): boolean => chance > 0 && Math.random() < chance
