const pauseMs = 5_000

/**
 * Limits reports of what may happen thousands of times a second: the first at once, those of the next seconds in one report.
 * @param report receives the last of them and their number
 */
export function throttle<About>(report: (last: About, times: number) => void, ms = pauseMs): (about: About) => void {
  let untold: { last: About; times: number } | undefined
  let isPausing = false

  function tellAndPause(about: About, times: number): void {
    untold = undefined
    isPausing = true
    setTimeout(() => {
      isPausing = false
      if (untold) tellAndPause(untold.last, untold.times)
    }, ms).unref()
    report(about, times)
  }

  return about => {
    if (isPausing) untold = { last: about, times: (untold?.times ?? 0) + 1 }
    else tellAndPause(about, 1)
  }
}
