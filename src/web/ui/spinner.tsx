import { LoaderCircle } from 'lucide-react'

export function Spinner() {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-10 text-stone text-sm">
      <LoaderCircle aria-hidden className="size-5 animate-spin" strokeWidth={1.5} />
      Loading
    </div>
  )
}
