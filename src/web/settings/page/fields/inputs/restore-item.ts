/** The list with a removed item as it was saved, after the nearest item that preceded it there and is still in the list. */
export function restoreItem<Item extends { id: string }>(items: Item[], saved: Item[], id: string): Item[] {
  const at = saved.findIndex(each => each.id === id)
  const placeOf = (item: Item) => items.findIndex(each => each.id === item.id)
  const previous = saved.slice(0, at).findLast(item => placeOf(item) >= 0)
  return items.toSpliced(previous ? placeOf(previous) + 1 : 0, 0, ...saved.slice(at, at + 1))
}
