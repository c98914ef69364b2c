import type { ReactNode } from 'react'

const look =
  'max-w-prose leading-relaxed [&>*+*]:mt-5 [&_a:hover]:text-rosewood [&_a]:underline [&_a]:underline-offset-4 [&_li+li]:mt-2 [&_ul]:list-disc [&_ul]:pl-5'

/** Running text: paragraphs, lists and links, at a readable width. */
export const Prose = ({ children, className = '' }: { children: ReactNode; className?: string }) => (
  <div className={`${look} ${className}`}>{children}</div>
)
