/**
 * An order's id in a list: truncated on screen if there is no room, complete for pointing, copying and screen readers.
 */
export const OrderId = ({ children, className = '' }: { children: string; className?: string }) => (
  <span title={children} className={`block min-w-0 truncate text-xs tabular-nums ${className}`}>
    {children}
  </span>
)
