const shared =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control px-6 text-sm tracking-wide transition-colors duration-150 disabled:opacity-50'

/** The shop's two kinds of button, as classes, because a link may look like a button. */
export const button = {
  primary: `${shared} bg-wine text-on-wine forced-color-adjust-none hover:bg-ink hover:text-ivory disabled:bg-wine disabled:text-on-wine`,
  quiet: `${shared} border border-line bg-paper text-ink hover:border-ink disabled:border-line`,
}

export const iconButton =
  'relative inline-flex size-[clamp(44px,2.75rem,12vw)] shrink-0 items-center justify-center rounded-full text-ink transition-colors duration-150 hover:text-rosewood'

/** A link within text. */
export const textLink =
  'inline-flex min-h-11 items-center text-ink text-sm underline underline-offset-4 hover:text-rosewood md:min-h-9'
