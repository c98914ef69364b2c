import { expect, test } from 'vitest'
import { durationBuckets, openRequestCounts } from './request-counts.ts'

test('requests are counted by duration, in the first bucket that fits', () => {
  const requests = openRequestCounts()
  for (const ms of [0, 5, 5.1, 250, 251, 10_000, 10_001]) requests.count('GET', '/api/products', 200, ms)
  requests.count('POST', '/api/products', 503, 1)
  requests.count('GET', '/api/products', 404, 1)
  const [got, posted] = [...requests.all()]
  expect(got).toMatchObject({ method: 'GET', route: '/api/products', statuses: { '2xx': 7, '4xx': 1 } })
  expect(got?.seconds).toBeCloseTo(20.5131, 3)
  const took = Object.fromEntries([...durationBuckets, 'longer'].map((bucket, at) => [bucket, got?.took[at]]))
  expect(took).toMatchObject({ 0.005: 3, 0.01: 1, 0.1: 0, 0.25: 1, 0.5: 1, 10: 1, longer: 1 })
  expect(posted).toMatchObject({ method: 'POST', statuses: { '5xx': 1 } })
})
