# Each digest names an image for several platforms; CONTRIBUTING.md says how to update them.
FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20 AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
COPY scripts scripts
RUN npm run build && npm prune --omit=dev && node scripts/trim-for-image.mjs .

FROM node:24.21.0-bookworm-slim@sha256:d6aa754f16b3197301076f047b5def2f02ea1dbbc2ca920407d46d7ec7f87b20
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
# Adds the command `animal-store`, and a folder for the SQLite file of a service without MySQL: mount a volume on /app/data.
# Group 0 may write there, because OpenShift runs an image as a user without a name, in that group.
RUN ln -s /app/dist/infrastructure/main.js /usr/local/bin/animal-store \
  && install -d -m 770 -o node -g 0 data
# It is the user `node`. Kubernetes knows only of a number that it is not root.
USER 1000
# Messages name the command that works outside of a container with the name that README.md gives it.
ENV HOST=0.0.0.0 ANIMAL_STORE_COMMAND="docker exec -it animal-store animal-store"
EXPOSE 8080
# Until the service is ready for the first time, it is starting for a minute, and not unhealthy.
HEALTHCHECK --interval=5s --timeout=3s --start-period=1m --retries=3 CMD ["node", "dist/infrastructure/health-check.mjs"]
ENTRYPOINT ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "dist/infrastructure/main.js"]
CMD ["serve"]
