FROM node:24-bookworm-slim AS build
WORKDIR /app
# better-sqlite3 is compiled where its prebuilt binary cannot be had.
RUN apt-get update && apt-get install -y --no-install-recommends g++ make python3 && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY src src
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# The command line as `animal-store`, and a folder for a service without MySQL: mount a volume on /app/data.
RUN ln -s /app/dist/infrastructure/main.js /usr/local/bin/animal-store \
  && install -d -o node -g node data
USER node
ENV HOST=0.0.0.0
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=3 CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/infrastructure/main.js"]
CMD ["serve"]
