#!/bin/sh
# Serves the shop as it is installed and built: what npm start, the service and the container end with.
cd "$(dirname "$0")/.." || exit 1
# Two arenas instead of one per thread bound what malloc holds on to.
export NODE_ENV=production MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-node_modules/.cache/node}"
# V8's flags, each as requests per second of one core (docs/performance.md): without pretenuring, the rows of an answer are collected
# young (lists +11 %); a heap that starts at 80 MB and grows in large steps keeps pages from full collections (pages +17 %);
# the last two bound the memory (load trial: 254 MB).
exec node_modules/.bin/node --no-allocation-site-pretenuring --initial-old-space-size=80 --heap-growing-percent=80 --max-semi-space-size=8 --max-old-space-size=256 src/server/main.ts
