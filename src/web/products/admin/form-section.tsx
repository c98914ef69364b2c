import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  title: string
  children: ReactNode
}

/** A part of a long form, with its heading. */
export function FormSection({ title, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-paper p-4 sm:p-6"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
