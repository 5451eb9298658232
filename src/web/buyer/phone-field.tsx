import { TextField } from '../ui/field.js';
import { maskPhone } from './masks.js';

/** Of forms that stand for each other: the phone is typed once. */
export interface PhoneEntry {
  phone: string;
  onPhone(phone: string): void;
  isBusy: boolean;
  onEntered(): void;
}

interface Props {
  label: string;
  hint?: string;
  autocomplete: 'tel' | 'username';
  /** Of the form. */
  text: { value: string; onValue(value: string): void; problems: readonly string[] | undefined; name: string };
  onPhone(phone: string): void;
}

export function PhoneField({ text, onPhone, ...rest }: Props) {
  const change = (phone: string): void => {
    text.onValue(phone);
    onPhone(phone);
  };
  return <TextField type="tel" mask={maskPhone} {...rest} {...text} onValue={change} />;
}
