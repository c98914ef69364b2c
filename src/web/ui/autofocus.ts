/** A `ref` for the element that takes the focus when its dialog opens. */
export const autofocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')
