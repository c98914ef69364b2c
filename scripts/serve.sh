#!/bin/sh
# Serves the shop as it is installed and built: what npm start, the service and the container end with.
cd "$(dirname "$0")/.." || exit 1
export NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=49152 NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
# Without pretenuring: V8 would put the rows of each answer among what stays, where only its long collections find them again.
exec node_modules/.bin/node --v8-pool-size=1 --no-allocation-site-pretenuring --max-semi-space-size=8 --heap-growing-percent=80 --initial-old-space-size=80 --max-old-space-size=256 src/server/main.ts
