/** The options of a select: `unset` for none, then each word with a capital. */
export const Choices = ({ of, unset }: { of: readonly string[]; unset: string }) => (
  <>
    <option value="">{unset}</option>
    {of.map(choice => (
      <option key={choice} value={choice}>
        {choice.charAt(0).toUpperCase() + choice.slice(1)}
      </option>
    ))}
  </>
)
