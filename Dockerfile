# One image for every part: docker run … millrace web | worker | agent | migrate
FROM node:22-bookworm-slim AS build
WORKDIR /srv/millrace
COPY package.json package-lock.json ./
COPY prisma/generate.mjs prisma/schema.prisma prisma/
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
# bubblewrap: the sandbox of the agent's process runtime. tini: ends children that lost their parent.
RUN apt-get update \
  && apt-get install -qy --no-install-recommends bubblewrap ca-certificates tini \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/millrace
ENV NODE_ENV=production HOST=0.0.0.0 PATH=/srv/millrace/node_modules/.bin:$PATH
COPY --from=build --chown=node:node /srv/millrace .
USER node
EXPOSE 3000 3001
ENTRYPOINT ["tini", "--", "npm", "run", "--silent"]
CMD ["web"]
