import type { WheelEvent } from 'react'

/** Turning the wheel over a number scrolls the page and never changes the number. */
export const leaveOnWheel = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur()
