interface Choice {
  value: string
  label: string
}

/** The options of a select: `unset` for none, then each choice. */
export const Choices = ({ of, unset }: { of: readonly Choice[]; unset: string }) => (
  <>
    <option value="">{unset}</option>
    {of.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
)
