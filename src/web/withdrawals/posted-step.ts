import { createContext } from 'react-router'
import type { WithdrawalStep } from '#domain/withdrawals/withdrawal.ts'

/** What the server answers to the form of the page; undefined when the page is only opened. */
export const postedStepContext = createContext<WithdrawalStep | undefined>(undefined)
