import { beforeAll } from 'vitest'
import { setCurrency } from '#domain/money.ts'

/** For every test file: the file before it, in the same process, may have opened a shop in another currency. */
beforeAll(() => setCurrency('USD'))
