# The image from which each Pod copies Millrace's agent. After `npm run agent:build`:
#   docker build -f docs/deploy/kubernetes/agent.Dockerfile -t registry.example.com/millrace/agent:0.1.0 build
FROM debian:12-slim
COPY millrace-agent /usr/local/bin/millrace-agent
ENTRYPOINT ["/usr/local/bin/millrace-agent"]
