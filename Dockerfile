FROM node:22-bookworm-slim AS build
WORKDIR /hearth
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
WORKDIR /hearth
COPY --from=build /hearth /hearth
RUN mkdir /files && chown node:node /files
USER node
ENTRYPOINT ["node", "--enable-source-maps"]
