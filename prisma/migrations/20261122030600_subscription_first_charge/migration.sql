-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "first_charge_at" TIMESTAMPTZ(3);
