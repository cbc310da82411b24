-- Images that a node could not pull because its disk was full, as its agent says: tasks that need one are placed elsewhere.
ALTER TABLE "node" ADD COLUMN "images_without_room" TEXT[] NOT NULL DEFAULT '{}';
