/** The part of a query hook's result that decides what a page shows. */
interface Answer<Data> {
  currentData?: Data
  isError: boolean
  isFetching: boolean
  refetch: () => void
}

/** The answers of several queries as one: complete when all have arrived, failed when one has failed. */
export function joinAnswers<Data extends unknown[]>(...answers: { [Each in keyof Data]: Answer<Data[Each]> }) {
  const all: Answer<unknown>[] = answers
  const arrived = all.map(({ currentData }) => currentData)
  return {
    currentData: arrived.includes(undefined) ? undefined : (arrived as Data),
    isError: all.some(({ isError }) => isError),
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => all.forEach(({ refetch }) => void refetch()),
  }
}
