import { type ReactNode, useState } from 'react'

interface FoldProps {
  title: string
  /** Something is filled in when the form opens. */
  isOpen: boolean
  /** A field has an error or a hint, which must be seen. */
  needsAttention: boolean
  children: ReactNode
}

/** Fields that most products need none of: folded away until one is filled in. */
export function Fold({ title, isOpen: startsOpen, needsAttention, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(startsOpen)
  return (
    <details open={isOpen || needsAttention} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="min-h-11 cursor-pointer content-center text-sm underline decoration-edge underline-offset-4 hover:text-rosewood">
        {title}
      </summary>
      <div className="mt-3 flex min-w-0 flex-col gap-5">{children}</div>
    </details>
  )
}
