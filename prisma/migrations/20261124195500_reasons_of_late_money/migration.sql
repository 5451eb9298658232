-- AlterEnum
ALTER TYPE "late_payment_reason" ADD VALUE 'BUYER_DELETED';
ALTER TYPE "late_payment_reason" ADD VALUE 'BUYER_BLOCKED';
ALTER TYPE "late_payment_reason" ADD VALUE 'BUYER_DATA';
ALTER TYPE "late_payment_reason" ADD VALUE 'BUYER_LIMIT';
ALTER TYPE "late_payment_reason" ADD VALUE 'ANTI_SPAM';
ALTER TYPE "late_payment_reason" ADD VALUE 'TERMS_CHANGED';
