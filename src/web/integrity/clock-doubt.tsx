import { sayClock } from '#domain/clock-state.ts'
import type { Proof } from '#domain/integrity.ts'
import { Warning } from './warning.tsx'

/** Why the clock of the machine is in doubt, and what to do; renders nothing while it is trusted. */
export const ClockDoubt = ({ clock }: Pick<Proof, 'clock'>) =>
  clock.state === 'trusted' ? null : <Warning>{sayClock(clock)}</Warning>
