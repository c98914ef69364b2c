/** The label of a field that may stay empty. */
export const Optional = ({ children }: { children: string }) => (
  <>
    {children} <span className="text-stone">(optional)</span>
  </>
)
