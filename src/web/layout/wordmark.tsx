/** The house's name in its display face. */
export function Wordmark() {
  return <span className="font-display text-2xl tracking-[0.12em]">Vitrine</span>
}
