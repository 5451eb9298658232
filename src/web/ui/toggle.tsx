import { Button } from './button.js';
import { Row } from './layout.js';

/** A choice of a few, all of them to be seen: the one that stands is pressed. */
export function Toggle<Value extends string>({
  label,
  value,
  options,
  onValue,
}: {
  label: string;
  value: Value;
  options: readonly { value: NoInfer<Value>; label: string }[];
  onValue(value: NoInfer<Value>): void;
}) {
  return (
    <div role="group" aria-label={label}>
      <Row>
        {options.map((option) => (
          <Button
            key={option.value}
            small
            look={option.value === value ? 'primary' : 'quiet'}
            aria-pressed={option.value === value ? 'true' : 'false'}
            onClick={() => onValue(option.value)}
          >
            {option.label}
          </Button>
        ))}
      </Row>
    </div>
  );
}
