-- CreateTable
CREATE TABLE "login_limit" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "login_limit_pkey" PRIMARY KEY ("key")
);
