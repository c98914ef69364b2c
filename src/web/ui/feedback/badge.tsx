export type Tone = 'red' | 'yellow' | 'green' | 'blue' | 'indigo' | 'grey' | 'light'

/** A label marked by colour that is readable without it. */
export function Badge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span
      data-tone={tone}
      style={{
        color: `var(--tone-${tone})`,
        backgroundColor: `color-mix(in oklab, var(--tone-${tone}) 12%, var(--paper))`,
      }}
      className="inline-flex items-center whitespace-nowrap rounded-full px-2.5 outline-1 outline-transparent -outline-offset-1 py-1 font-medium text-xs capitalize leading-none"
    >
      {children}
    </span>
  )
}
