import { useSearchParams } from 'react-router'

/** The state of a list in the address, so that a reload, a shared link and Back show the same part of it. */
export function useListAddress() {
  const [search, setSearch] = useSearchParams()

  function addressOf(page: number) {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    return `?${next}`
  }

  /** Sets a parameter, or removes it if empty, and returns to the first page. Typing replaces the history entry. */
  function change(name: string, value: string, { replace = false } = {}) {
    const next = new URLSearchParams(search)
    next.delete('page')
    value ? next.set(name, value) : next.delete(name)
    setSearch(next, { replace, preventScrollReset: true })
  }

  return {
    page: Math.max(1, Math.trunc(Number(search.get('page'))) || 1),
    q: search.get('q') ?? '',
    read: (name: string) => search.get(name) ?? '',
    addressOf,
    change,
  }
}
