# The service and its libraries, without build tools and without PostgreSQL. How to run it: deploy/README.md.
ARG NODE=22-bookworm-slim

FROM node:${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:${NODE} AS libraries
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:${NODE}
# npm's own files go to /tmp, which is writable in a read-only container.
ENV NODE_ENV=production DATA_DIR=/data npm_config_cache=/tmp/npm npm_config_update_notifier=false
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=libraries /app/node_modules node_modules
COPY package.json ./
# `npm run reconcile` and the other commands start with these.
COPY scripts scripts
COPY prisma/migrations prisma/migrations
COPY prisma/functions prisma/functions
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 4000
# Not /readyz, which also checks the database: an orchestrator would restart every process while the database is away. A start may
# take long, because it waits for the database and migrates it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1))"]
CMD ["node", "--max-semi-space-size=64", "dist/main.js"]
