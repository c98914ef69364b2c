interface TestCard {
  number: string
  /** The reason why it is declined. */
  says?: string
  hint: string
  /** The event after the payment. */
  later?: Later
}
export type Later = 'refund succeeds later' | 'refund fails later' | 'is disputed'

/**
 * The test cards of this page and what each does, as at Stripe: https://docs.stripe.com/testing. The page never accepts
 * a real card.
 */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', hint: 'pays' },
  { number: '4000000000000002', says: 'Your card was declined.', hint: 'is declined' },
  { number: '4000000000009995', says: 'Your card has insufficient funds.', hint: 'lacks funds' },
  { number: '4000000000007726', hint: 'pays; a refund takes its time', later: 'refund succeeds later' },
  { number: '4000000000005126', hint: 'pays; a refund fails later', later: 'refund fails later' },
  { number: '4000000000000259', hint: 'pays, and is disputed', later: 'is disputed' },
]

/** `4242 4242 4242 4242` */
export const grouped = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ')

/** The error of a card number, undefined if it can be charged. Blanks and hyphens are ignored. */
export function faultOfNumber(typed: string): string | undefined {
  const digits = digitsOf(typed)
  if (digits === '') return 'Type the card number.'
  if (!/^\d{12,19}$/.test(digits)) return 'A card number has 12 to 19 digits.'
  if (!passesLuhn(digits)) return 'This card number is not valid. Please check its digits.'
  const card = testCards.find(({ number }) => number === digits)
  return card ? card.says : 'Your card was declined: this test page takes only the test cards named below.'
}

/** The event after a payment with this card. */
export const laterWith = (typed: string): Later | undefined =>
  testCards.find(({ number }) => number === digitsOf(typed))?.later

const digitsOf = (typed: string) => typed.replaceAll(/[\s-]/g, '')

export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The error of an expiry date such as `04 / 30` or `04/2030`. A card is valid until the end of its month. */
export function faultOfExpiry(typed: string, now: Date): string | undefined {
  const parts = /^(0?[1-9]|1[0-2])[/-]?(?:20)?(\d\d)$/.exec(typed.replaceAll(/\s/g, ''))
  if (!parts) return 'Type the expiry date as month and year, for example 04 / 30.'
  const monthsOf = (year: number, month: number) => year * 12 + month
  const ahead =
    monthsOf(2000 + Number(parts[2]), Number(parts[1])) - monthsOf(now.getUTCFullYear(), now.getUTCMonth() + 1)
  if (ahead < 0) return 'This card has expired.'
  if (ahead > 50 * 12) return 'This expiry date is too far ahead.'
  return undefined
}

export const faultOfCvc = (typed: string): string | undefined =>
  /^\d{3,4}$/.test(typed) ? undefined : 'The CVC is the 3 digits on the back of the card.'
