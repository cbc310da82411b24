// GET /v1/tasks/{resv_guid}: one task with its events and placements. POST: its display name and tags.
import { z } from "zod";
import { describeTask } from "~/compute/inside/tasks/describe-task.server";
import { recordTaskLook } from "~/compute/inside/tasks/record-task-look.server";
import { readTask } from "~/compute/inside/tasks/read-task.server";
import { JOB } from "~/compute/list-jobs.server";
import { hasRight } from "~/platform/staff-rights";
import { apiRoute, operation } from "~/platform/http/api-route.server";
import { guidOf } from "~/platform/http/schemas/guid.server";

const EventRow = z.object({
  ...{ ts: z.int(), from: z.string(), to: z.string(), text: z.string() },
  by: z.string().nullable().meta({ description: "Name of the member who did it, if a member did" }),
});
const PlacementRow = z.object({
  placement_id: z.string(),
  node: z.int().meta({ description: "Which of the task's nodes it is, from 1", examples: [1] }),
  node_name: z.string().optional().meta({ description: "For staff only" }),
  gpus: z.array(z.int()).meta({ description: "Ids of its GPUs on the node", examples: [[0]] }),
  state: z.string().meta({ description: "State of this part of the task" }),
  ssh_addr: z.string(),
  ssh_host_key: z.string(),
});

/** A typo in a name must not look like a change. */
const DescribeInput = z
  .object({
    display_name: z.string().optional().meta({ maxLength: 63 }),
    tags: z
      .union([z.array(z.string()), z.string()])
      .optional()
      .meta({
        description: "All tags of the task, as a list or as one text with commas; an empty list removes them",
      }),
  })
  .refine((sent) => sent.display_name !== undefined || sent.tags !== undefined);

export const { loader, action } = apiRoute("tasks/task", {
  GET: operation({
    purpose: "One task with its events and placements",
    credentials: ["K", "S"],
    need: "tasks.see",
    tool: { name: "read_task" },
    ours: true,
    answer: z.object({
      job: JOB.schema,
      ssh_host_key: z.string(),
      events: z.array(EventRow),
      placements: z.array(PlacementRow),
      maintenance: JOB.schema.shape.maintenance,
    }),
    run: async ({ account: viewer, params, requestId, now }) => {
      const resvGuid = guidOf(params);
      const { tenantId } = viewer;
      const task = await readTask({ resvGuid, tenantId, staff: hasRight(viewer, "customers.view"), now });
      await recordTaskLook({ viewer, resvGuid, requestId, now });
      return { ...task, maintenance: task.job.maintenance };
    },
  }),
  POST: operation({
    purpose: "Sets the display name and tags of your task; omitted fields stay as they are",
    credentials: ["K", "S"],
    need: "tasks.act",
    scope: "tasks",
    ours: true,
    input: DescribeInput,
    refusals: ["displayNameTooLong", "tooManyTags", "tagTooLong", "tagCharacters", "unreadable"],
    example: {
      input: { display_name: "First try", tags: ["llama", "team-a"] },
      answer: { human_readable_message: "Task first-try was changed." },
    },
    answer: z.object({ human_readable_message: z.string(), job: JOB.schema }),
    run: async ({ account, params, input, now }) => {
      const { display_name: displayName, tags } = input;
      const { message, job } = await describeTask({ ...account, resvGuid: guidOf(params), displayName, tags, now });
      return { human_readable_message: message, job };
    },
  }),
});
