/** For a `ref`: the dialog that this stands in opens with the focus on it. */
export const openHere = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')
