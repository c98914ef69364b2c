import { Dialog } from '../ui/feedback/dialog.tsx'
import { SearchBox } from './search-box.tsx'

/** The search below the header, over the current page. */
export function SearchPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      labelledBy="search-panel-title"
      className="fixed inset-x-0 top-0 bottom-auto m-0 max-h-dvh w-full max-w-none overflow-y-auto overscroll-contain border-line border-b bg-ivory p-0 text-ink"
    >
      <h2 id="search-panel-title" className="sr-only">
        Search
      </h2>
      {open && <SearchBox onClose={onClose} />}
    </Dialog>
  )
}
