import type { ReactNode } from 'react'

interface FormSectionProps {
  title: string
  children: ReactNode
}

/** A part of a long form, with its heading. */
export const FormSection = ({ title, children }: FormSectionProps) => (
  <section className="flex min-w-0 flex-col gap-5 rounded-card border border-line bg-paper p-4 sm:p-6">
    <h2 className="text-xl">{title}</h2>
    {children}
  </section>
)
