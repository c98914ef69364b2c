import { house } from '#domain/house.ts'
/** The house's name in its display face. */
export function Wordmark() {
  return (
    <span className="inline-block w-[3.9em] whitespace-nowrap font-display text-[min(1.5rem,6.2vw)] tracking-[0.12em]">
      {house.name}
    </span>
  )
}
