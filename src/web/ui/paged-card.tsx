import type { PagedResult } from '../common/paged-query.js';
import { Card, Empty, Problem, Skeleton } from './surface.js';
import { LoadMore, Table, type Column } from './table.js';

/** A card with a paged list in each of its states. */
export function PagedCard<Row>({
  list,
  title,
  caption,
  none,
  columns,
  keyOf,
  isOfLines,
}: {
  list: PagedResult<Row>;
  title?: string;
  caption: string;
  /** What an empty list says. */
  none: string;
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  isOfLines?: boolean;
}) {
  const { nodes, error, reload } = list;
  return (
    <Card {...(title !== undefined && { title })}>
      {!nodes && error && <Problem problem={error} onRetry={reload} />}
      {!nodes && !error && <Skeleton lines={8} />}
      {nodes?.length === 0 && (
        <Empty>
          <p>{none}</p>
        </Empty>
      )}
      {nodes && nodes.length > 0 && (
        <Table caption={caption} columns={columns} rows={nodes} keyOf={keyOf} isOfLines={isOfLines} />
      )}
      <LoadMore list={list} />
    </Card>
  );
}
