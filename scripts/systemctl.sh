#!/bin/sh
# Plays systemd for scripts/try-operate.ts: starts and stops the unit as it says, with its user, settings and folders.
for name; do :; done
unit=/etc/systemd/system/$name.service
set_in() { sed -n "s/^$1=//p" "$unit"; }
stop() {
  if [ -f "/run/$name.pid" ]; then
    kill -TERM "$(cat "/run/$name.pid")"
    while kill -0 "$(cat "/run/$name.pid")" 2>/dev/null; do sleep 0.2; done
    rm "/run/$name.pid"
  fi
}
start() {
  user=$(set_in User)
  install -d -m 700 -o "$user" "/var/lib/$(set_in StateDirectory)"
  install -d -o "$user" "/var/cache/$(set_in CacheDirectory)"
  cd "$(set_in WorkingDirectory)" || exit 1
  # shellcheck disable=SC2046
  env -i PATH=/usr/local/bin:/usr/bin:/bin $(set_in Environment) $(grep -v '^ *#' "$(set_in EnvironmentFile)") \
    setpriv --reuid="$user" --regid="$user" --init-groups --no-new-privs "$(set_in ExecStart)" >>"/var/log/$name" 2>&1 &
  echo $! >"/run/$name.pid"
}
case "$1" in
  enable | start | restart) stop; start ;;
  stop) stop ;;
  *) echo "systemctl $* is not played" >&2; exit 1 ;;
esac
