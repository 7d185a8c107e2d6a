FROM node:22-bookworm-slim AS build
WORKDIR /hearth
COPY . .
# Not `npm ci`: it refuses a lockfile that lacks a package's bindings for platforms on which it was never installed.
RUN npm install --no-audit --no-fund && npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /hearth
COPY --from=build /hearth /hearth
# Otherwise the C library keeps what pictures took, once for each thread.
ENV MALLOC_ARENA_MAX=2
RUN mkdir /files && chown node:node /files
USER node
ENTRYPOINT ["node", "--enable-source-maps"]
