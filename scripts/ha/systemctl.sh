#!/bin/sh
# Stands in for systemd in scripts/try-ha.ts: starts and stops Debian's units with their user and settings.
set -u
for name; do :; done
name=${name%.service}
pid_file=/run/unit-$name.pid
unit=''
for file in "/etc/systemd/system/$name.service" "/lib/systemd/system/$name.service" "/lib/systemd/system/${name%@*}@.service"; do
  [ -f "$file" ] && unit=$file && break
done
set_in() { sed -n "s/^$1=//p" "$unit" | sed "s/%i/${name#*@}/g; s/%p/${name%@*}/g; s/%H/$(hostname)/g"; }
is_running() { [ -f "$pid_file" ] && kill -0 "$(cat "$pid_file")" 2>/dev/null; }
start() {
  is_running && return
  (
    eval "$(set_in Environment | sed 's/^/export /')"
    set -a
    for file in $(set_in EnvironmentFile | sed 's/^-//'); do [ -f "$file" ] && . "$file"; done
    user=$(set_in User)
    eval "exec setsid setpriv ${user:+--reuid=$user --regid=$user --init-groups} $(set_in ExecStart)"
  ) >>"/var/log/$name.log" 2>&1 </dev/null &
  echo $! >"$pid_file"
}
stop() {
  is_running || return 0
  kill -TERM "$(cat "$pid_file")"
  while is_running; do sleep 0.1; done
}
case $1 in
  enable | start) start ;;
  restart) stop && start ;;
  disable | stop) stop ;;
  *) echo "systemctl $* is not played" >&2 && exit 1 ;;
esac
