import { spawn } from 'node:child_process'
import type { Log } from '../lib/log.ts'

/**
 * Notifies systemd from the event loop, three times in each WatchdogSec, that this process still responds; without a
 * notification for that long, systemd kills and restarts the service. Does nothing unless systemd asks for notifications.
 * See sd_watchdog_enabled(3) and systemd-notify(1): Node itself has no Unix datagram sockets.
 */
export function feedWatchdog({ NOTIFY_SOCKET, WATCHDOG_USEC }: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>): void {
  const everyMs = Number(WATCHDOG_USEC) / 1_000 / 3
  if (!NOTIFY_SOCKET || !(everyMs > 0)) return
  let hasWarned = false
  const warn = (reason: object) => {
    if (!hasWarned) log.warn(reason, 'systemd-notify failed: systemd will take this process for a frozen one')
    hasWarned = true
  }
  const feed = () =>
    spawn('systemd-notify', ['WATCHDOG=1'], { stdio: 'ignore' })
      .on('error', err => warn({ err }))
      .on('exit', code => code !== 0 && warn({ code }))
      .unref()
  feed()
  setInterval(feed, everyMs).unref()
}
