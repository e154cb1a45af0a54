# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
# libjsonnet, the optional second engine, is C++ and built here; tini is PID 1 of the image.
RUN apt-get update \
    && apt-get install -y --no-install-recommends cmake g++ make tini \
    && rm -rf /var/lib/apt/lists/*
# The addon is built with the headers of this image instead of downloaded ones.
ENV npm_config_nodedir=/usr/local
WORKDIR /opt/hookd
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts && npm rebuild @hanazuki/node-jsonnet
COPY tsconfig.json LICENSE ./
COPY bin bin
COPY src src
RUN npm run build \
    && npm prune --omit=dev --ignore-scripts \
    && rm -rf src tsconfig.json package-lock.json .npmrc \
    && cd node_modules/@hanazuki/node-jsonnet \
    && rm -rf third_party \
    && find build -type f ! -name '*.node' ! -name '*.so*' -delete
# `hookd` runs under tini, so that signals reach it and orphaned processes are reaped; -s is for `kubectl exec`.
RUN printf '#!/bin/sh\nexec tini -s -- node /opt/hookd/bin/hookd.js "$@"\n' > /usr/local/bin/hookd \
    && chmod 755 /usr/local/bin/hookd

FROM ${NODE_IMAGE}
ENV NODE_ENV=production
COPY --from=build /usr/bin/tini-static /usr/local/bin/tini
COPY --from=build /usr/local/bin/hookd /usr/local/bin/hookd
COPY --from=build /opt/hookd /opt/hookd
WORKDIR /hooks
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["hookd"]
# Without arguments the hooks of the working directory are served, as in the image of jsonnetd.
CMD ["serve"]
