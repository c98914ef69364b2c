import type { Worker } from 'node:cluster'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWorkers } from './heartbeat.ts'

const seconds = (n: number) => vi.advanceTimersByTime(n * 1_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A worker that never answers by itself. */
function watchSilentWorker() {
  const kill = vi.fn()
  const worker = { isConnected: () => true, send: () => true, process: { kill } } as unknown as Worker
  const heartbeat = watchWorkers(new Set([worker]), () => undefined)
  const answer = () => heartbeat.receive(worker, { heartbeat: 'pong' })
  return { kill, worker, heartbeat, answer }
}

test('a worker that does not open is killed after two minutes, and not before', () => {
  const { kill, heartbeat } = watchSilentWorker()
  seconds(119)
  expect(kill).not.toHaveBeenCalled()
  seconds(5)
  expect(kill).toHaveBeenCalledWith('SIGKILL')
  heartbeat.close()
})

test('an open worker is killed 15 s after its last answer', () => {
  const { kill, worker, heartbeat, answer } = watchSilentWorker()
  heartbeat.markOpen(worker)
  seconds(14)
  answer()
  seconds(14)
  expect(kill).not.toHaveBeenCalled()
  seconds(5)
  expect(kill).toHaveBeenCalled()
  heartbeat.close()
})
