FROM node:26-bookworm-slim AS build
WORKDIR /hearth
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev

FROM node:26-bookworm-slim
WORKDIR /hearth
COPY --from=build /hearth /hearth
# Otherwise the C library keeps what pictures took, once for each thread.
ENV MALLOC_ARENA_MAX=2
RUN mkdir /files && chown node:node /files
USER node
ENTRYPOINT ["node", "--enable-source-maps"]
