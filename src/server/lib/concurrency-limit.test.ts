import { expect, test } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

/** A job that ends on command. */
function job() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let hasBegun = false
  const run = () => {
    hasBegun = true
    return promise
  }
  return { run, end: resolve, fail: reject, hasBegun: () => hasBegun }
}

const aMoment = () => new Promise(resolve => setImmediate(resolve))

test('it runs so many jobs at once, lets so many wait, and refuses the next at once', async () => {
  const run = limitConcurrency(2, 2)
  const jobs = Array.from({ length: 5 }, job)
  const [, , , , last] = jobs.map(({ run: work }) => run(work))
  await expect(last).rejects.toMatchObject({ statusCode: 503, retryAfterSeconds: 2 })
  expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, false, false, false])

  jobs[1]?.end()
  await aMoment()
  expect(jobs.map(({ hasBegun }) => hasBegun())).toEqual([true, true, true, false, false])
})

test('a job that fails frees its slot like any other', async () => {
  const run = limitConcurrency(1, 1)
  const [first, second, third] = [job(), job(), job()]
  const failing = run(first.run)
  const waiting = run(second.run)
  first.fail(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await aMoment()
  expect(second.hasBegun()).toBe(true)
  second.end()
  await waiting
  const next = run(third.run)
  third.end()
  await next
})
