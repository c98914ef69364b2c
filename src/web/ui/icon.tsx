import type { IconNode } from 'lucide'

interface IconProps {
  of: IconNode
  /** Classes for its size, such as size-5, and for a stroke width other than 1.5. */
  className: string
}

/** A decorative line drawing: text beside it or its button's label carries the meaning. */
export const Icon = ({ of, className }: IconProps) => (
  <svg
    aria-hidden
    viewBox="0 0 24 24"
    className={`icon ${className}`}
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the markup comes from the library's fixed shapes
    dangerouslySetInnerHTML={{ __html: drawn(of) }}
  />
)

const drawings = new WeakMap<IconNode, string>()

/** The icon's shapes as SVG markup. */
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
