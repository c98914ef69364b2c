// Whether what the cache in front shows is what the shop shows.
import { setTimeout as sleep } from 'node:timers/promises'

export const encodings = ['br', 'gzip', 'identity']

const nonce = /nonce="[^"]*"/g

/** A page whose data is without the order and the times in which it was asked for. */
function sorted(page: string): string {
  const tag = page.indexOf(' id="state"')
  if (tag < 0) return page
  const from = page.indexOf('>', tag) + 1
  const to = page.indexOf('<', from)
  return page.slice(0, from) + dataOf(page.slice(from, to)) + page.slice(to)
}

function dataOf(text: string): string {
  const { queries } = JSON.parse(text).api as { queries: Record<string, { data: unknown }> }
  const names = Object.keys(queries).toSorted()
  return JSON.stringify(names.map(name => [name, queries[name]?.data]))
}

/** An answer without what differs by rendering. */
export async function look(url: string, encoding: string): Promise<string> {
  const answer = await fetch(url, { headers: { 'accept-encoding': encoding }, redirect: 'manual' })
  const body = await answer.text()
  return `${answer.status} ${sorted(body.replaceAll(nonce, ''))}`
}

interface Places {
  shop: string
  cache: string
  paths: string[]
}

/** Asks the cache for all addresses until it is told to stop: so every change meets answers that are under way. */
export function visitMeanwhile({ cache, paths }: Places) {
  let isOver = false
  let asked = 0
  const visitors = Array.from({ length: 6 }, async (_, n) => {
    for (let at = n; !isOver; at += 1) {
      const answered = await look(cache + paths[at % paths.length], encodings[at % 3] ?? 'br').catch(() => undefined)
      if (answered === undefined) await sleep(20) // a process was killed
      asked += 1
      await sleep(2)
    }
  })
  return {
    asked: () => asked,
    async stop() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}

function difference(own: string, shown: string): string {
  let at = 0
  while (own[at] === shown[at]) at += 1
  return `${shown.slice(Math.max(0, at - 30), at + 30)} instead of ${own.slice(at, at + 30)}`
}

/** Compares every address in every encoding with the shop itself. Returns what differs, and how many were compared. */
export async function findStale({ shop, cache, paths }: Places): Promise<{ stale: string[]; compared: number }> {
  const stale: string[] = []
  for (const path of paths)
    for (const encoding of encodings) {
      const [own, shown] = await Promise.all([look(shop + path, encoding), look(cache + path, encoding)])
      // The shop may have changed in between.
      if (own !== shown && (await look(shop + path, encoding)) === own)
        stale.push(`${path} ${encoding}: ${difference(own, shown)}`)
    }
  return { stale, compared: paths.length * encodings.length }
}
