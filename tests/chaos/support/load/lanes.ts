import { parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * Splits a trial's work over parallel lanes, each a thread with a shop of its own, because one shop does not use two
 * cores.
 * @param file of the module that does the work with `inLane`
 * @param shares the work of each lane
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
  await Promise.allSettled(lanes) // each lane cleans up its own processes
  return await Promise.all(lanes)
}

/** Runs in a lane: does its share and returns the result. */
export async function inLane<Share, Result>(work: (share: Share) => Promise<Result>): Promise<void> {
  parentPort?.postMessage(await work(workerData))
}

export const sumOf = <T>(all: T[], count: (one: T) => number): number => all.reduce((sum, one) => sum + count(one), 0)
