import { Button } from '../../ui/button.js';

/** What can be done with a row: those who hear it are told of which. Hidden words would widen the page from within a table that scrolls. */
export function RowButton({ label, of, onClick }: { label: string; of: string; onClick(): void }) {
  return (
    <Button small onClick={onClick} aria-label={`${label}: ${of}`}>
      {label}
    </Button>
  );
}
