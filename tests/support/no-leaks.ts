import { afterAll, afterEach, expect } from 'vitest'
import { takeLeaks } from './watch-answers.ts'

/** For every test file: a test whose answers gave something away fails. */
const expectNoLeaks = () => expect(takeLeaks()).toEqual([])

afterEach(expectNoLeaks)
afterAll(expectNoLeaks)
