/** The shape of a form control, without the colour of its border. */
export const controlShape =
  'min-h-11 w-full rounded-control border bg-paper px-3 py-2.5 text-base text-ink outline-offset-2 md:text-sm placeholder:text-stone disabled:opacity-60'
