-- expand
-- CreateTable
CREATE TABLE "second_factor_roles" (
    "operator_role" "operator_role" NOT NULL,

    CONSTRAINT "second_factor_roles_pkey" PRIMARY KEY ("operator_role")
);
