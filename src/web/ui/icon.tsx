import type { IconNode } from 'lucide'

interface IconProps {
  of: IconNode
  /** Its size, such as size-5, and its stroke where that is another than 1.5. */
  className: string
}

/** A line drawing that only decorates: what it stands for is said beside it or on its button. */
export const Icon = ({ of, className }: IconProps) => (
  <svg
    aria-hidden
    viewBox="0 0 24 24"
    className={`icon ${className}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is drawn in the library, in fixed shapes
    dangerouslySetInnerHTML={{ __html: drawn(of) }}
  />
)

const drawings = new WeakMap<IconNode, string>()

/** Its shapes as they are written in a page. */
function drawn(icon: IconNode): string {
  const known = drawings.get(icon)
  if (known) return known
  const written = icon
    .map(([shape, attributes]) => `<${shape}${Object.entries(attributes).map(attribute).join('')}/>`)
    .join('')
  drawings.set(icon, written)
  return written
}

const attribute = ([name, value]: [string, unknown]) => ` ${name}="${value}"`
