import type { Worker } from 'node:cluster'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchWorkers } from './heartbeat.ts'

const seconds = (n: number) => vi.advanceTimersByTime(n * 1_000)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process that answers nothing by itself. */
function watchSilentWorker() {
  const kill = vi.fn()
  const worker = { isConnected: () => true, send: () => true, process: { kill } } as unknown as Worker
  const heartbeat = watchWorkers(new Set([worker]), () => undefined)
  const answer = () => heartbeat.hears(worker, { beat: 'answered' })
  return { kill, worker, heartbeat, answer }
}

test('a process that does not get open is killed after two minutes, and not before', () => {
  const { kill, heartbeat } = watchSilentWorker()
  seconds(119)
  expect(kill).not.toHaveBeenCalled()
  seconds(5)
  expect(kill).toHaveBeenCalledWith('SIGKILL')
  heartbeat.close()
})

test('an open process has 15 s, from its last answer', () => {
  const { kill, worker, heartbeat, answer } = watchSilentWorker()
  heartbeat.isOpen(worker)
  seconds(14)
  answer()
  seconds(14)
  expect(kill).not.toHaveBeenCalled()
  seconds(5)
  expect(kill).toHaveBeenCalled()
  heartbeat.close()
})
