/*
 * Loaded into a gateway before its own code: its clock jumps to what the file CLOCK_FILE says, in milliseconds from the true time, when
 * the process gets SIGUSR2. Timers are not changed: no real clock moves them either.
 */
import { readFileSync } from 'node:fs';

const TrueDate = Date;
let shiftMs = 0;
process.on('SIGUSR2', () => {
  shiftMs = Number(readFileSync(process.env.CLOCK_FILE, 'utf8'));
});

globalThis.Date = class Date extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(TrueDate.now() + shiftMs);
    else super(...given);
  }
  static now() {
    return TrueDate.now() + shiftMs;
  }
};
