# The package that `npm pack` creates, on Node, and nothing else.
# Pin it by digest: docs/operating.md has the command.
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /build
COPY . .
RUN npm pack && mkdir /app && tar -xzf quartermaster-*.tgz -C /app --strip-components=1

FROM ${NODE_IMAGE}
ENV HOST=0.0.0.0 DATA_DIR=/data
COPY --from=build /app /app
RUN ln -s /app/bin/quartermaster.js /usr/local/bin/quartermaster \
  && install -d -o node -g node -m 0700 /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/api/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["quartermaster"]
