/** @returns the last button that was pressed before this call, which ends the noting */
type TakeEarlyPress = () => HTMLElement | undefined

/**
 * A script for the HTML. The page shows its buttons before its scripts arrive, on a slow phone by seconds: what is pressed meanwhile is
 * noted. Links and forms need no script.
 */
export const noteEarlyPress = `{
  let button
  const note = ({ target }) => (button = target.closest('button[type=button]') ?? button)
  addEventListener('click', note, true)
  globalThis.earlyPress = () => (removeEventListener('click', note, true), button)
}`

/** Ends the noting. From here on React itself replays what is pressed. */
export function takeEarlyPress(): ReturnType<TakeEarlyPress> {
  return (globalThis as { earlyPress?: TakeEarlyPress }).earlyPress?.()
}
