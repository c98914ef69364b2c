import { LoaderCircle } from 'lucide'
import { Icon } from '../icon.tsx'

export function Spinner() {
  return (
    <div role="status" className="flex items-center justify-center gap-3 py-10 text-stone text-sm">
      <Icon of={LoaderCircle} className="size-5 animate-spin" />
      Loading
    </div>
  )
}
