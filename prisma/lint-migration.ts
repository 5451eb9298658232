import { parse, type AlterTableCmd, type Constraint, type Node, type RangeVar } from 'libpg-query';
import { phaseOf } from '../src/platform/database/migration-history.js';

export interface Migration {
  name: string;
  sql: string;
}

const IN_BATCHES = 'Let the service write the rows in batches, while it sells.';
const LATER = 'Validate it in a later migration of only VALIDATE CONSTRAINT.';
const ADD_ANOTHER = 'Add another under the new name, write both, and take the old one away in a later release.';
const OWN_MIGRATION = 'Build it by CREATE INDEX CONCURRENTLY in a migration of only such statements.';

/**
 * Why a migration would stop the sale, or old processes that run beside the new ones; each with the line and what to write instead.
 * Tables that it creates itself are free. `before` are the earlier migrations, in order.
 */
export async function lintMigration({ name, sql }: Migration, before: readonly Migration[]): Promise<string[]> {
  const checks = await notNullChecks(before);
  const lint = new Lint(name, phaseOf(sql), checks);
  const since = /^contract since (\w+)$/.exec(lint.phase ?? '')?.[1];
  if (lint.phase === undefined)
    lint.refuse(
      1,
      'It does not say which older versions may run on it',
      'Begin with "-- expand", or "-- contract since <migration>".',
    );
  else if (since !== undefined && since !== name && before.every((each) => each.name !== since))
    lint.refuse(1, `There is no earlier migration ${since}`, 'Name the last one of the release that stopped using what goes.');

  const bytes = Buffer.from(sql);
  const { stmts = [] } = await parse(sql);
  const nodes = stmts.map(({ stmt, stmt_location: at = 0 }) => {
    const skipped = /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*/.exec(bytes.subarray(at).toString())?.[0] ?? '';
    const line = `${bytes.subarray(0, at).toString()}${skipped}`.split('\n').length;
    return { line, node: stmt as Node };
  });
  lint.check(nodes);
  return lint.problems;
}

interface Statement {
  line: number;
  node: Node;
}

const ALLOWED = new Set([
  'AlterEnumStmt',
  'AlterTableStmt',
  'CommentStmt',
  'CreateEnumStmt',
  'CreateFunctionStmt',
  'CreateSeqStmt',
  'CreateStmt',
  'CreateTableAsStmt',
  'CreateTrigStmt',
  'DeleteStmt',
  'DropStmt',
  'IndexStmt',
  'InsertStmt',
  'RenameStmt',
  'UpdateStmt',
]);

const ALLOWED_COMMANDS = new Set([
  'AT_AddColumn',
  'AT_AddConstraint',
  'AT_ColumnDefault',
  'AT_DisableTrig',
  'AT_DropColumn',
  'AT_DropConstraint',
  'AT_DropNotNull',
  'AT_EnableTrig',
  'AT_ResetRelOptions',
  'AT_SetNotNull',
  'AT_SetRelOptions',
  'AT_SetStatistics',
  'AT_ValidateConstraint',
]);

const CONTRACTS = new Set(['OBJECT_TABLE', 'OBJECT_TYPE', 'OBJECT_SEQUENCE', 'OBJECT_VIEW', 'OBJECT_FUNCTION']);

class Lint {
  readonly problems: string[] = [];
  readonly #created = new Set<string>();

  constructor(
    readonly name: string,
    readonly phase: string | undefined,
    readonly checks: ReadonlySet<string>,
  ) {}

  refuse(line: number, what: string, instead: string): void {
    this.problems.push(`${this.name}, line ${line}: ${what}. ${instead}`);
  }

  check(statements: Statement[]): void {
    const concurrent = statements.filter(({ node }) => isConcurrent(node));
    if (concurrent.length > 0) {
      const others = statements.filter(({ node }) => !isConcurrent(node));
      for (const { line } of others)
        this.refuse(line, 'It stands beside an index that is built CONCURRENTLY', 'Give it a migration of its own.');
      for (const { line, node } of concurrent)
        if ('IndexStmt' in node && !node.IndexStmt.idxname) this.refuse(line, 'The index has no name', 'Give it one.');
      return;
    }
    const validations = statements.filter(({ node }) => isValidation(node));
    if (validations.length > 0 && validations.length < statements.length)
      this.refuse(
        validations[0]?.line ?? 1,
        'It reads the whole table while the other statements hold their locks',
        'Validate in a migration of only VALIDATE CONSTRAINT.',
      );
    for (const statement of statements) this.#checkOne(statement);
  }

  #exists(relation: RangeVar | undefined): boolean {
    return relation?.relpersistence !== 't' && !this.#created.has(relation?.relname ?? '');
  }

  #contract(line: number, what: string): void {
    if (!this.phase?.startsWith('contract'))
      this.refuse(
        line,
        `${what}, which an old process may still use`,
        'Take it away in a release after the one that stops using it, and begin with "-- contract since <last migration of that one>".',
      );
  }

  #checkOne({ line, node }: Statement): void {
    const kind = Object.keys(node)[0] ?? '';
    if (!ALLOWED.has(kind)) {
      this.refuse(
        line,
        `${kind} is not known to leave the sale alone`,
        'Write it as one of the statements that prisma/lint-migration.ts knows.',
      );
    } else if ('CreateStmt' in node) {
      this.#created.add(node.CreateStmt.relation?.relname ?? '');
    } else if ('CreateTableAsStmt' in node) {
      this.#created.add(node.CreateTableAsStmt.into?.rel?.relname ?? '');
    } else if ('IndexStmt' in node) {
      if (this.#exists(node.IndexStmt.relation))
        this.refuse(line, 'No order can be written while the index is built', OWN_MIGRATION);
    } else if ('DropStmt' in node) {
      if (CONTRACTS.has(node.DropStmt.removeType ?? '')) this.#contract(line, 'It drops something');
    } else if ('RenameStmt' in node) {
      const { renameType, relation } = node.RenameStmt;
      if (renameType !== 'OBJECT_INDEX' && renameType !== 'OBJECT_TABCONSTRAINT' && this.#exists(relation))
        this.refuse(line, 'Old processes use the old name', ADD_ANOTHER);
    } else if ('AlterEnumStmt' in node) {
      if (node.AlterEnumStmt.oldVal) this.refuse(line, 'Old processes use the old name', ADD_ANOTHER);
    } else if ('UpdateStmt' in node) {
      const { relation, whereClause } = node.UpdateStmt;
      if (this.#exists(relation) && !namesRows(whereClause))
        this.refuse(line, 'It may rewrite a whole table at once', IN_BATCHES);
    } else if ('DeleteStmt' in node) {
      const { relation, whereClause } = node.DeleteStmt;
      if (this.#exists(relation) && !namesRows(whereClause)) this.refuse(line, 'It may delete a whole table at once', IN_BATCHES);
    } else if ('InsertStmt' in node) {
      const { selectStmt } = node.InsertStmt;
      if (selectStmt && 'SelectStmt' in selectStmt && selectStmt.SelectStmt.fromClause)
        this.refuse(line, 'It may copy a whole table at once', IN_BATCHES);
    } else if ('AlterTableStmt' in node && this.#exists(node.AlterTableStmt.relation)) {
      const table = node.AlterTableStmt.relation?.relname ?? '';
      for (const cmd of node.AlterTableStmt.cmds ?? [])
        if ('AlterTableCmd' in cmd) this.#checkCommand(line, table, cmd.AlterTableCmd);
    }
  }

  #checkCommand(line: number, table: string, command: AlterTableCmd): void {
    const { subtype = 'AT_AddColumn', name, def } = command;
    if (subtype === 'AT_AlterColumnType') this.refuse(line, `${name} gets another type: all rows are rewritten`, ADD_ANOTHER);
    else if (!ALLOWED_COMMANDS.has(subtype))
      this.refuse(
        line,
        `${subtype} is not known to leave the sale alone`,
        'Write it as one that prisma/lint-migration.ts knows.',
      );
    else if (subtype === 'AT_DropColumn') this.#contract(line, `It drops ${name}`);
    else if (subtype === 'AT_SetNotNull' && !this.checks.has(`${table}.${name}`))
      this.refuse(
        line,
        `All rows are read to see that ${name} is never NULL`,
        `Add CHECK ("${name}" IS NOT NULL) NOT VALID, validate it in the next migration, and set NOT NULL in one after that.`,
      );
    else if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) this.#checkConstraint(line, def.Constraint);
    else if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) this.#checkColumn(line, def.ColumnDef);
  }

  #checkConstraint(line: number, { contype, conname, skip_validation: isNotValid, indexname }: Constraint): void {
    if (contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY') {
      if (!indexname)
        this.refuse(
          line,
          `No order can be written while the index of ${conname} is built`,
          `${OWN_MIGRATION} Then add the constraint USING INDEX.`,
        );
    } else if (contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') {
      if (!isNotValid) this.refuse(line, `All rows are read to check ${conname}`, `Add it NOT VALID. ${LATER}`);
    } else this.refuse(line, 'All rows are read to check the constraint', 'Use a CHECK that is NOT VALID, or a unique index.');
  }

  #checkColumn(
    line: number,
    { colname, typeName, constraints = [] }: { colname?: string; typeName?: { names?: Node[] }; constraints?: Node[] },
  ): void {
    const of = (type: string): Constraint | undefined =>
      constraints.flatMap((each) => ('Constraint' in each && each.Constraint.contype === type ? [each.Constraint] : []))[0];
    const type = typeName?.names?.flatMap((each) => ('String' in each ? [each.String.sval] : [])).at(-1) ?? '';
    const fallback = of('CONSTR_DEFAULT')?.raw_expr;
    if (/serial/.test(type) || of('CONSTR_IDENTITY') || of('CONSTR_GENERATED') || (fallback && !isStable(fallback)))
      this.refuse(
        line,
        `Each row gets another value of ${colname}: all rows are rewritten`,
        `Add it without DEFAULT, and set the DEFAULT by an ALTER COLUMN of its own, for rows that come later. ${IN_BATCHES}`,
      );
    if (of('CONSTR_NOTNULL') && !fallback)
      this.refuse(line, `Rows of today, and of old processes, have no ${colname}`, 'Give it a DEFAULT, or let it be NULL.');
    if (of('CONSTR_UNIQUE') || of('CONSTR_PRIMARY'))
      this.refuse(line, `No order can be written while the index of ${colname} is built`, OWN_MIGRATION);
    if (of('CONSTR_CHECK') || of('CONSTR_FOREIGN'))
      this.refuse(line, `All rows are read to check ${colname}`, `Add the constraint apart, NOT VALID. ${LATER}`);
  }
}

function isConcurrent(node: Node): boolean {
  return ('IndexStmt' in node && node.IndexStmt.concurrent === true) || ('DropStmt' in node && node.DropStmt.concurrent === true);
}

function commandsOf(node: Node): AlterTableCmd[] {
  if (!('AlterTableStmt' in node)) return [];
  return (node.AlterTableStmt.cmds ?? []).flatMap((cmd) => ('AlterTableCmd' in cmd ? [cmd.AlterTableCmd] : []));
}

function isValidation(node: Node): boolean {
  return commandsOf(node).some(({ subtype }) => subtype === 'AT_ValidateConstraint');
}

const STABLE = new Set(['now', 'statement_timestamp', 'transaction_timestamp']);

/** One value for all rows, which PostgreSQL then keeps once. */
function isStable(expression: object): boolean {
  return Object.entries(expression).every(([key, value]) => {
    if (key === 'FuncCall') {
      const name = (value as { funcname?: { String?: { sval?: string } }[] }).funcname?.at(-1)?.String?.sval;
      if (!STABLE.has(name ?? '')) return false;
    }
    return typeof value !== 'object' || value === null || isStable(value);
  });
}

/** A condition such as `"id" = 1` or `"key" IN ('a', 'b')`, also beside others: a few rows. */
function namesRows(condition: Node | undefined): boolean {
  if (!condition) return false;
  if ('BoolExpr' in condition) return condition.BoolExpr.boolop === 'AND_EXPR' && (condition.BoolExpr.args ?? []).some(namesRows);
  if (!('A_Expr' in condition)) return false;
  const { kind, name, lexpr, rexpr } = condition.A_Expr;
  const isEqual = name?.some((each) => 'String' in each && each.String.sval === '=');
  if (!isEqual || !lexpr || !('ColumnRef' in lexpr) || !rexpr) return false;
  if (kind === 'AEXPR_IN') return 'List' in rexpr && (rexpr.List.items ?? []).every((each) => 'A_Const' in each);
  return kind === 'AEXPR_OP' && 'A_Const' in rexpr;
}

/** The columns, `table.column`, whose rows were all checked to be not NULL. */
async function notNullChecks(before: readonly Migration[]): Promise<Set<string>> {
  const columns = new Map<string, string>();
  const validated = new Set<string>();
  for (const { sql } of before) {
    for (const { stmt } of (await parse(sql)).stmts ?? []) {
      if (!stmt || !('AlterTableStmt' in stmt)) continue;
      const table = stmt.AlterTableStmt.relation?.relname;
      for (const { subtype, name, def } of commandsOf(stmt)) {
        if (subtype === 'AT_ValidateConstraint') validated.add(`${table} ${name}`);
        if (subtype !== 'AT_AddConstraint' || !def || !('Constraint' in def)) continue;
        const column =
          /^\{"NullTest":\{"arg":\{"ColumnRef":\{"fields":\[\{"String":\{"sval":"(\w+)"\}\}\],.*"nulltesttype":"IS_NOT_NULL"/.exec(
            JSON.stringify(def.Constraint.raw_expr ?? ''),
          )?.[1];
        if (column) columns.set(`${table} ${def.Constraint.conname}`, `${table}.${column}`);
      }
    }
  }
  return new Set([...columns].flatMap(([constraint, column]) => (validated.has(constraint) ? [column] : [])));
}
