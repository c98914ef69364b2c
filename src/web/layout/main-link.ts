/** A link of the header's navigation. */
export const mainLink =
  'inline-flex min-h-11 items-center text-sm tracking-wide underline-offset-8 hover:text-rosewood aria-[current=page]:underline'
