# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
# libjsonnet, the optional second engine, is C++ and compiled here; tini is PID 1 of the image.
RUN apt-get update \
    && apt-get install -y --no-install-recommends cmake g++ make tini \
    && rm -rf /var/lib/apt/lists/*
# The addon is compiled with the headers of this image, not with downloaded ones.
ENV npm_config_nodedir=/usr/local
WORKDIR /opt/hookd
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts && npm rebuild @hanazuki/node-jsonnet
COPY tsconfig.json LICENSE ./
COPY scripts scripts
COPY bin bin
COPY src src
RUN npm run build
# Of the addon only what is loaded and its licences stay; npm would keep the tools that compiled it. The path stays the
# same, because the addon finds libjsonnet by it.
RUN mkdir -p /opt/addon \
    && cd node_modules \
    && find @hanazuki/node-jsonnet/build ! -type d ! -name '*.node' ! -name '*.so*' -delete \
    && find @hanazuki/node-jsonnet -iname 'license*' -not -path '*/doc/*' > /tmp/licences \
    && cp -a --parents bindings file-uri-to-path $(cat /tmp/licences) /opt/addon \
    && cd @hanazuki/node-jsonnet \
    && cp -a package.json lib build /opt/addon/@hanazuki/node-jsonnet/ \
    && cd /opt/hookd \
    && rm -rf node_modules \
    && npm ci --omit=dev --omit=optional --ignore-scripts \
    && cp -a /opt/addon/. node_modules/ \
    && find . -name '*.map' -delete \
    && find . -type d -empty -delete \
    && rm -rf src scripts tsconfig.json package-lock.json .npmrc node_modules/.package-lock.json node_modules/.bin
# `hookd` runs under tini, so that signals reach it and orphaned processes are reaped; -s is for `kubectl exec`.
RUN printf '#!/bin/sh\nexec tini -s -- node /opt/hookd/bin/hookd.js "$@"\n' > /usr/local/bin/hookd \
    && chmod 755 /usr/local/bin/hookd

# The image of Node without its package managers.
FROM ${NODE_IMAGE} AS runtime
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/bin/npm /usr/local/bin/npx \
    /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn* /usr/local/share/doc /usr/local/share/man
COPY --from=build /usr/bin/tini-static /usr/local/bin/tini
COPY --from=build /usr/local/bin/hookd /usr/local/bin/hookd
COPY --from=build /opt/hookd /opt/hookd

# One layer, so that nothing that was removed is in the image.
FROM scratch
COPY --from=runtime / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production
WORKDIR /hooks
USER 65532:65532
EXPOSE 8080
ENTRYPOINT ["hookd"]
# Without arguments the hooks of the working directory are served, as in the image of jsonnetd.
CMD ["serve"]
