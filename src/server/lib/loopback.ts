import { isIP } from 'node:net'

/** Whether an origin can be reached from this machine alone. */
export function isLoopback(origin: string) {
  const { hostname } = new URL(origin)
  return (
    /(^|\.)localhost$/.test(hostname) || (isIP(hostname) === 4 && hostname.startsWith('127.')) || hostname === '[::1]'
  )
}
