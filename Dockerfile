# The service: docs/service/operations.md says how to run it. Three stages: what compiles, the packages that run, the program.

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY older-node ./older-node
COPY src ./src
# No script of a package is needed to compile.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY generated ./generated
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json .npmrc ./
COPY older-node ./older-node
COPY src/service/package.json ./src/service/package.json
COPY src/toolkit/package.json ./src/toolkit/package.json
COPY src/client/package.json ./src/client/package.json
# Only the packages of the service: the build has brought along what it uses of the toolkit.
RUN npm ci --omit=dev --workspace prompt-service
# The client of PostgreSQL, in the version of the lock; --save-prod, for npm would leave out a package of development.
RUN npm install --no-save --save-prod --omit=dev --workspace prompt-service pg@8.23.1

FROM node:24-slim
ENV NODE_ENV=production
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=packages /packages/node_modules ./node_modules
COPY --from=build /build/dist ./dist
# Owned by the user that the image of Node brings along; a volume that is made here takes owner and mode over.
RUN install -d -o node -g node -m 0700 /var/lib/prompts
USER node
VOLUME /var/lib/prompts
EXPOSE 8443 8444
# The program heeds SIGTERM by itself, also as process 1. It has 10 seconds (--shutdown-timeout) and 5 to close its files:
# give `docker stop -t 20`.
STOPSIGNAL SIGTERM
# With --tls-cert or another port, give a check of your own.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD NODE_EXTRA_CA_CERTS=/var/lib/prompts/tls/ca.pem node -e "fetch('https://localhost:8443/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"
ENTRYPOINT ["node", "/app/dist/src/service/cli/main.js"]
CMD ["serve", "--host", "0.0.0.0", "--data-dir", "/var/lib/prompts"]
