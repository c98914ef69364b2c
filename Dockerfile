# A shop with its own PostgreSQL and pictures in /data. docs/operate.md says how it is run, and what was tried without a container.
FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json ./
COPY scripts scripts
RUN node scripts/prepare.mjs
COPY . .
RUN node scripts/prepare.mjs build && npm prune --omit=dev --ignore-scripts

FROM debian:bookworm-slim
RUN useradd --system --uid 10001 vitrine && mkdir /data && chown vitrine /data
COPY --from=build /shop /shop
WORKDIR /shop
USER vitrine
ENV HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/data/cache
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node_modules/.bin/node", "scripts/healthy.mjs"]
CMD ["scripts/serve.sh"]
