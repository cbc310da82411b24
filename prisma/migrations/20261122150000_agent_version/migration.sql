-- Of the agent that reported last; null: it named none, as agents before 0.1.0 do.
ALTER TABLE "node" ADD COLUMN "agent_version" TEXT;
