/** An order's id in a list: whole for whoever points at it, copies it or hears it; cut short where there is no room. */
export const OrderId = ({ children, className = '' }: { children: string; className?: string }) => (
  <span title={children} className={`block min-w-0 truncate text-xs tabular-nums ${className}`}>
    {children}
  </span>
)
