import type { IconNode } from 'lucide'
import { createElement } from 'react'

interface IconProps {
  of: IconNode
  strokeWidth?: number
  /** Its size, such as size-5. */
  className: string
}

/** A line drawing that only decorates: what it stands for is said beside it or on its button. */
export const Icon = ({ of, strokeWidth = 1.5, className }: IconProps) =>
  createElement(
    'svg',
    {
      'aria-hidden': true,
      viewBox: '0 0 24 24',
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      className,
    },
    ...of.map(([shape, attributes]) => createElement(shape, attributes)),
  )
