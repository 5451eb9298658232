-- expand
-- What a provider keeps of each paid charge, as an operator states it. Statements estimate with it.
CREATE TABLE "provider_fees" (
    "id" UUID NOT NULL,
    "provider_name" TEXT NOT NULL,
    "valid_from" DATE NOT NULL,
    "fixed" BIGINT NOT NULL,
    "basis_points" INTEGER NOT NULL,

    CONSTRAINT "provider_fees_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "provider_fees_fixed_check" CHECK ("fixed" BETWEEN 0 AND 10000),
    CONSTRAINT "provider_fees_basis_points_check" CHECK ("basis_points" BETWEEN 0 AND 10000)
);

CREATE UNIQUE INDEX "provider_fees_provider_name_valid_from_key" ON "provider_fees"("provider_name", "valid_from");

ALTER TABLE "provider_fees" ADD CONSTRAINT "provider_fees_provider_name_fkey"
  FOREIGN KEY ("provider_name") REFERENCES "payment_providers"("name") ON DELETE CASCADE ON UPDATE CASCADE;
