/** An e-mail address; one too long for the line breaks before its @. */
export function Email({ children }: { children: string }) {
  const at = Math.max(0, children.lastIndexOf('@'))
  return (
    <>
      {children.slice(0, at)}
      <wbr />
      {children.slice(at)}
    </>
  )
}
