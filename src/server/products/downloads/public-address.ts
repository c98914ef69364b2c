import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The one part of IPv6 that is routed on the internet. Special ranges within it are excluded by their kind. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address belongs to the public internet: not to this machine, a private network, a provider's NAT, a link, a group,
 * documentation, a translation of IPv4 or anything reserved.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast)
}
