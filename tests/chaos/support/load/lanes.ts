import { parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Does a trial's work in lanes at once, for two cores do more than one shop asks of them: each a thread with a shop of its own.
 * @param file of the module that does the work with `inLane`
 * @param shares what each lane does
 */
export async function inLanes<Share, Result>(file: URL, shares: Share[]): Promise<Result[]> {
  const lanes = shares.map(
    share =>
      new Promise<Result>((resolve, reject) => {
        new Worker(file, { workerData: share })
          .once('message', resolve)
          .once('error', reject)
          .once('exit', code => reject(new Error(`A lane has ended with ${code}`)))
      }),
  )
  await Promise.allSettled(lanes) // each clears away what it has started
  return await Promise.all(lanes)
}

/** In a lane: does its share and tells what came of it. */
export async function inLane<Share, Result>(work: (share: Share) => Promise<Result>): Promise<void> {
  parentPort?.postMessage(await work(workerData))
}

export const sumOf = <T>(all: T[], count: (one: T) => number): number => all.reduce((sum, one) => sum + count(one), 0)
