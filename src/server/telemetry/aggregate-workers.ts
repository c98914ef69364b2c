import type { Worker } from 'node:cluster'

/** Messages about metrics: a worker asks the first process to collect, which asks the other workers to report. */
type Message =
  | { metrics: 'collect'; id: number }
  | { metrics: 'report'; id: number }
  | { metrics: 'reported'; id: number; own: object[] }
  | { metrics: 'collected'; id: number; others: object[][] }

const timeoutMs = 1_000

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/**
 * For the first process: collects the metrics of the workers for the one that asks. For a worker that does not answer in time
 * it sends that worker's last metrics, because a counter must not go down.
 * @returns a function that takes a message of a worker, and returns whether it was one of these
 */
export function relayMetrics(workers: ReadonlySet<Worker>): (from: Worker, message: unknown) => boolean {
  const last = new WeakMap<Worker, object[]>()
  const pending = new Map<number, () => void>()
  let number = 0

  async function collect(asker: Worker, id: number) {
    const others = [...workers].filter(worker => worker !== asker && worker.isConnected())
    const reports = others.map(worker => requestReport(worker))
    await Promise.all(reports)
    const known = others.flatMap(worker => {
      const own = last.get(worker)
      return own ? [own] : []
    })
    if (asker.isConnected()) asker.send({ metrics: 'collected', id, others: known } satisfies Message)
  }

  function requestReport(worker: Worker): Promise<void> {
    number += 1
    const id = number
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        pending.delete(id)
        resolve()
      }
      const timer = setTimeout(end, timeoutMs)
      pending.set(id, end)
      worker.send({ metrics: 'report', id } satisfies Message)
    })
  }

  return (from, message) => {
    if (!isMessage(message)) return false
    if (message.metrics === 'collect') void collect(from, message.id)
    if (message.metrics === 'reported') {
      if (message.own.length > 0) last.set(from, message.own)
      pending.get(message.id)?.()
    }
    return true
  }
}

/**
 * For a worker: reports its own metrics whenever the first process asks for them.
 * @returns a function that loads the metrics of all other workers; of none when the first process does not answer
 */
export function shareMetrics(own: () => Promise<object[]>): () => Promise<object[][]> {
  const pending = new Map<number, (others: object[][]) => void>()
  let number = 0

  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    const { id } = message
    if (message.metrics === 'collected') pending.get(id)?.(message.others)
    if (message.metrics === 'report')
      void own()
        .catch((): object[] => []) // the first process then sends the last ones
        .then(mine => send({ metrics: 'reported', id, own: mine }))
  })

  const send = (message: Message) => process.connected && process.send?.(message)

  return () => {
    number += 1
    const id = number
    return new Promise(resolve => {
      const end = (others: object[][]) => {
        clearTimeout(timer)
        pending.delete(id)
        resolve(others)
      }
      const timer = setTimeout(end, 1.5 * timeoutMs, [])
      pending.set(id, end)
      send({ metrics: 'collect', id })
    })
  }
}
