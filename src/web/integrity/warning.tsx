import type { ReactNode } from 'react'

/** Something that needs the owner's attention. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <p className="my-3 max-w-prose border-danger border-l-2 pl-3 text-danger text-sm [overflow-wrap:anywhere]">
    {children}
  </p>
)
