import { afterAll, afterEach, expect } from 'vitest'
import { takeLeaks } from './watch-answers.ts'

/** For every test file: fails a test whose responses leaked something. */
const expectNoLeaks = () => expect(takeLeaks()).toEqual([])

afterEach(expectNoLeaks)
afterAll(expectNoLeaks)
