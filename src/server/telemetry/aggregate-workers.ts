import type { Worker } from 'node:cluster'

/** What the processes of one shop say to each other about what they count: one asks the first one, which asks the others. */
type Message =
  | { metrics: 'asked'; id: number }
  | { metrics: 'wanted'; id: number }
  | { metrics: 'told'; id: number; own: object[] }
  | { metrics: 'gathered'; id: number; others: object[][] }

const patienceMs = 1_000

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/**
 * For the first process: passes on what the processes that serve tell of themselves. Of one that does not answer in time it
 * passes on what that one said last, for a counter must not go down.
 * @returns what takes a message of a worker, and says whether it was one of these
 */
export function relayMetrics(workers: ReadonlySet<Worker>): (from: Worker, message: unknown) => boolean {
  const last = new WeakMap<Worker, object[]>()
  const questions = new Map<number, () => void>()
  let number = 0

  async function gather(asker: Worker, id: number) {
    const others = [...workers].filter(worker => worker !== asker && worker.isConnected())
    const answers = others.map(worker => ask(worker))
    await Promise.all(answers)
    const known = others.flatMap(worker => {
      const own = last.get(worker)
      return own ? [own] : []
    })
    if (asker.isConnected()) asker.send({ metrics: 'gathered', id, others: known } satisfies Message)
  }

  function ask(worker: Worker): Promise<void> {
    number += 1
    const id = number
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        questions.delete(id)
        resolve()
      }
      const timer = setTimeout(end, patienceMs)
      questions.set(id, end)
      worker.send({ metrics: 'wanted', id } satisfies Message)
    })
  }

  return (from, message) => {
    if (!isMessage(message)) return false
    if (message.metrics === 'asked') void gather(from, message.id)
    if (message.metrics === 'told') {
      if (message.own.length > 0) last.set(from, message.own)
      questions.get(message.id)?.()
    }
    return true
  }
}

/**
 * For a process that serves: tells the first one what it counts whenever that wants to know.
 * @returns what asks for what all others count; of none when the first process does not answer
 */
export function shareMetrics(own: () => Promise<object[]>): () => Promise<object[][]> {
  const questions = new Map<number, (others: object[][]) => void>()
  let number = 0

  process.on('message', (message: unknown) => {
    if (!isMessage(message)) return
    const { id } = message
    if (message.metrics === 'gathered') questions.get(id)?.(message.others)
    if (message.metrics === 'wanted')
      void own()
        .catch((): object[] => []) // it is asked again
        .then(mine => tell({ metrics: 'told', id, own: mine }))
  })

  const tell = (message: Message) => process.connected && process.send?.(message)

  return () => {
    number += 1
    const id = number
    return new Promise(resolve => {
      const end = (others: object[][]) => {
        clearTimeout(timer)
        questions.delete(id)
        resolve(others)
      }
      const timer = setTimeout(end, 1.5 * patienceMs, [])
      questions.set(id, end)
      tell({ metrics: 'asked', id })
    })
  }
}
