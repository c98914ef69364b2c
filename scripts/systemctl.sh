#!/bin/sh
# Stands in for systemd in scripts/try-operate.ts: starts and stops the unit with its user, settings and folders. Its watchdog kills
# and restarts a service that has not notified the socket for WatchdogSec.
for name; do :; done
unit=/etc/systemd/system/$name.service
set_in() { sed -n "s/^$1=//p" "$unit"; }
stop() {
  if [ -f "/run/$name.watch" ]; then
    # shellcheck disable=SC2046
    kill $(cat "/run/$name.watch")
    rm "/run/$name.watch"
  fi
  if [ -f "/run/$name.pid" ]; then
    kill -TERM "$(cat "/run/$name.pid")"
    while kill -0 "$(cat "/run/$name.pid")" 2>/dev/null; do sleep 0.2; done
    rm "/run/$name.pid"
  fi
}
launch() {
  touch "/run/$name.fed"
  # shellcheck disable=SC2046
  env -i PATH=/usr/local/bin:/usr/bin:/bin $(set_in Environment) $(grep -v '^ *#' "$(set_in EnvironmentFile)") \
    NOTIFY_SOCKET="/run/$name.notify" WATCHDOG_USEC="$(set_in WatchdogSec)000000" \
    setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs "$(set_in ExecStart)" >>"/var/log/$name" 2>&1 &
  echo $! >"/run/$name.pid"
}
watch() {
  while sleep 1; do
    [ $(($(date +%s) - $(stat -c %Y "/run/$name.fed"))) -lt "$(set_in WatchdogSec)" ] && continue
    kill "-$(set_in WatchdogSignal | sed s/SIG//)" "$(cat "/run/$name.pid")"
    sleep "$(set_in RestartSec)"
    launch
  done
}
start() {
  user=$(set_in User)
  install -d -m 700 -o "$user" "/var/lib/$(set_in StateDirectory)"
  install -d -o "$user" "/var/cache/$(set_in CacheDirectory)"
  cd "$(set_in WorkingDirectory)" || exit 1
  rm -f "/run/$name.notify"
  socat -u "UNIX-RECV:/run/$name.notify,mode=0666" "OPEN:/run/$name.fed,creat,append" >/dev/null 2>&1 &
  watchers=$!
  while [ ! -S "/run/$name.notify" ]; do sleep 0.1; done
  launch
  (exec >/dev/null 2>&1 && watch) &
  echo "$watchers $!" >"/run/$name.watch"
}
case "$1" in
  enable | start | restart) stop; start ;;
  stop) stop ;;
  *) echo "systemctl $* is not played" >&2; exit 1 ;;
esac
