import { useSearchParams } from 'react-router'

/** The state of a list in the address, so that a reload, a shared link and Back show the same part of it. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams()

  function addressOf(page: number) {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `?${next}`
  }

  /** The parameters with one set, or removed if empty, from the first page on. */
  function changed(name: string, value: string): URLSearchParams {
    const next = new URLSearchParams(search)
    next.delete('page')
    value ? next.set(name, value) : next.delete(name)
    return next
  }

  /** Typing replaces the history entry. */
  const change = (name: string, value: string, { replace = false } = {}) =>
    setSearch(changed(name, value), { replace, preventScrollReset: true })

  return {
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    q: search.get('q') ?? '',
    read: (name: string) => search.get(name) ?? '',
    addressOf,
    addressWith: (name: string, value: string) => `?${changed(name, value)}`,
    change,
  }
}
