import { ADDRCONFIG } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'

/** The internet as downloads use it; a test passes its own. */
export interface Internet {
  /** Every address of a host, in the order in which they should be tried. */
  resolve(host: string): Promise<string[]>
  /** Opens an encrypted connection to exactly this IP address, which has to prove that it is the host. */
  connect(to: { address: string; host: string }): Duplex
}

export const internet: Internet = {
  async resolve(host) {
    const found = await lookup(host, { all: true, order: 'ipv4first', hints: ADDRCONFIG })
    return found.map(({ address }) => address)
  },
  connect: to => connectTo(to, 443),
}

export const connectTo = ({ address, host }: Parameters<Internet['connect']>[0], port: number): Duplex =>
  connect({ host: address, port, ...(isIP(host) === 0 && { servername: host }), ALPNProtocols: ['http/1.1'] })
