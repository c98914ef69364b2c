interface OrderIdProps {
  number: number
  children: string
  className?: string
}

/**
 * An order's number, and below it its id in a list: truncated on screen if there is no room, complete for pointing, copying and
 * screen readers.
 */
export const OrderId = ({ number, children, className = '' }: OrderIdProps) => (
  <div className="min-w-0">
    <span className="block font-medium tabular-nums">#{number}</span>
    <span title={children} className={`block min-w-0 truncate text-stone text-xs tabular-nums ${className}`}>
      {children}
    </span>
  </div>
)
