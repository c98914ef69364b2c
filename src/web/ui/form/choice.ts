/** The label of a radio or a checkbox that lies unseen over it. */
export const choice =
  'relative flex min-h-11 flex-col items-center justify-center rounded-control border px-1 text-center text-sm leading-tight tabular-nums outline-rosewood outline-offset-3 hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-ivory has-checked:forced-color-adjust-none has-focus-visible:outline-2'
