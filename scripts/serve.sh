#!/bin/sh
# Starts the installed and built shop. npm start, the service and the container all run this.
cd "$(dirname "$0")/.." || exit 1
# Two arenas instead of one per thread limit the memory that malloc retains.
export NODE_ENV=production MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
# V8 flags, with their gain in requests per second of one core (docs/performance.md): without pretenuring, the rows of a response
# are collected young (lists +11 %); a heap that starts at 80 MB and grows in large steps spares pages full collections
# (pages +17 %); the last two limit the memory (load trial: 254 MB).
exec node_modules/.bin/node --no-allocation-site-pretenuring --initial-old-space-size=80 --heap-growing-percent=80 --max-semi-space-size=8 --max-old-space-size=256 src/server/main.ts
