/** A `ref` for the element that takes the focus when its dialog or page opens. */
export const autofocus = (element: HTMLElement | null) => element?.setAttribute('autofocus', '')
