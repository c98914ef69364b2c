import { useShop } from '../settings/api.ts'
import { Link } from '../ui/link.tsx'

/** The owner's announcement, below the header. */
export function Announcement() {
  const { announcement } = useShop()
  if (!announcement) return null
  const { text, link } = announcement
  return (
    <p className="mt-16 -mb-16 bg-wine px-5 py-2.5 text-center text-on-wine text-sm [overflow-wrap:anywhere] print:hidden">
      {link ? (
        <Link to={link} className="underline underline-offset-4">
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}
