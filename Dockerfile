FROM node:26-bookworm-slim AS build
WORKDIR /hearth
# Each folder by name: what else lies in a checkout, such as settings and backups, must not get into the image.
COPY package.json package-lock.json tsconfig.json ./
COPY bench/package.json bench/
COPY e2e/package.json e2e/
COPY scripts scripts
COPY contracts contracts
COPY platform platform
COPY command-service command-service
COPY projector projector
COPY query-service query-service
COPY standalone standalone
COPY ui ui
RUN npm ci --no-audit --no-fund && npm run build && npm prune --omit=dev

FROM node:26-bookworm-slim
WORKDIR /hearth
COPY --from=build /hearth /hearth
# Otherwise the C library keeps what pictures took, once for each thread.
ENV MALLOC_ARENA_MAX=2
RUN mkdir /files && chown node:node /files
USER node
ENTRYPOINT ["node", "--enable-source-maps"]
