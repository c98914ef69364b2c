import type { ReturnPolicy, Settings } from '../settings/section.ts'

interface Named {
  id: string
  name: string
}

/**
 * The policy in words, as pages and products say it. The right of withdrawal holds whatever it says.
 * @param categories those of the shop
 */
export function returnSentence({ days, payer, exempt }: ReturnPolicy, categories: readonly Named[]): string {
  if (days === 0) return 'We take back what is faulty, and what the law lets you withdraw from.'
  const way = payer === 'shop' ? 'We pay the way back.' : 'You pay the way back.'
  const names = categories.filter(({ id }) => exempt.includes(id)).map(({ name }) => name)
  const without = names.length > 0 ? ` ${listed(names)} cannot come back, unless something is wrong with it.` : ''
  return `Send it back within ${days === 1 ? '1 day' : `${days} days`} of its arrival. ${way}${without}`
}

/** Where a parcel goes, line by line: to the shop, at the address of the policy or else at its own. */
export function returnAddress({
  identity,
  returns,
  contact,
}: Pick<Settings, 'identity' | 'returns' | 'contact'>): string[] {
  const lines = returns.address.length > 0 ? returns.address : contact.address
  return lines[0]?.includes(identity.name) ? lines : [identity.name, ...lines]
}

const listed = (names: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(names)
