/** What a form says about a field that it has saved nevertheless. */
export const Warning = ({ children }: { children: string | undefined }) =>
  children && <p className="mt-1.5 border-rosewood border-l-2 pl-3 text-sm [overflow-wrap:anywhere]">{children}</p>
