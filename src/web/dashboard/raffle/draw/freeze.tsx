import { useState } from 'preact/hooks';
import { AdvanceDrawDocument } from '../../../../generated/client/operations.js';
import { useAction } from '../../../common/query.js';
import { texts, useDay, useFormats, useTexts } from '../../../common/language.js';
import { Button } from '../../../ui/button.js';
import { Dialog, DialogActions } from '../../../ui/dialog.js';
import { Checkbox, TextField } from '../../../ui/field.js';
import { Choice, Facts, Stack } from '../../../ui/layout.js';
import { Card, Notice, Problem } from '../../../ui/surface.js';
import { useToasts } from '../../../ui/toasts.js';
import type { Raffle } from '../raffle-tab.js';
import { parseInteger } from '../../../common/parse-number.js';
import { unshownError } from '../../../common/form.js';
import { useClient } from '../../../common/session.js';

/** Freezing cannot be undone: it is explained in figures first. */
export function Freeze({ raffle, onChanged }: { raffle: Raffle; onChanged(): void }) {
  const t = useTexts(TEXTS);
  const { number, dateTime } = useFormats();
  const dayOf = useDay();
  const client = useClient();
  const say = useToasts();
  const [isConfirming, setConfirming] = useState(false);
  const [force, setForce] = useState(false);
  const [typed, setTyped] = useState(raffle.contest === null ? '' : String(raffle.contest));
  const [contestDate, setContestDate] = useState(raffle.contestDate ?? '');
  const [isMissing, setMissing] = useState(false);
  const isFederal = raffle.drawMode === 'LOTERIA_FEDERAL';
  const contest = parseInteger(typed);
  const freezing = useAction(async () => {
    const input = { force, ...(isFederal && contest !== undefined && { contest, contestDate }) };
    try {
      await client.mutate(AdvanceDrawDocument, { raffleId: raffle.id, input });
    } catch (error) {
      // It may be frozen anyway, or have new orders.
      onChanged();
      throw error;
    }
    say(t.done);
    setConfirming(false);
    onChanged();
  });
  const paid = raffle.sellBar?.paid ?? 0;
  const reserved = raffle.sellBar?.reserved ?? 0;
  const ask = (): void => {
    const isUnnamed = isFederal && (contest === undefined || contestDate === '');
    setMissing(isUnnamed);
    if (isUnnamed) return;
    freezing.reset();
    setConfirming(true);
  };
  return (
    <Card title={t.title}>
      <Facts
        of={[
          [t.takePart, t.quotas(paid, number(paid))],
          [t.unpaid, reserved > 0 ? t.quotas(reserved, number(reserved)) : undefined],
          [t.prizes, raffle.prizes.length > 0 ? raffle.prizes.map(({ title }) => title).join(', ') : raffle.title],
          [t.by, t.modes[raffle.drawMode]],
          [t.drawAt, raffle.drawAt ? dateTime(raffle.drawAt) : undefined],
        ]}
      />
      {paid === 0 && <Notice tone="warn">{t.nobody}</Notice>}
      {!isFederal && raffle.drawAt && Date.parse(raffle.drawAt) > Date.now() && <p>{t.waits(dateTime(raffle.drawAt))}</p>}
      {isFederal && (
        <Choice>
          <TextField
            label={t.contest}
            hint={t.contestHint}
            inputMode="numeric"
            value={typed}
            onValue={(text) => {
              setTyped(text);
              setMissing(false);
            }}
            problems={isMissing && contest === undefined ? [t.contestMissing] : freezing.error?.fields.contest}
          />
          <TextField
            label={t.contestDate}
            hint={t.contestDateHint}
            type="date"
            value={contestDate}
            onValue={(text) => {
              setContestDate(text);
              setMissing(false);
            }}
            problems={isMissing && contestDate === '' ? [t.contestDateMissing] : freezing.error?.fields.contestDate}
          />
        </Choice>
      )}
      {reserved > 0 && <Checkbox label={t.force} hint={t.forceHint} checked={force} onChecked={setForce} />}
      <p>
        <Button variant="primary" onClick={ask}>
          {t.freeze}
        </Button>
      </p>
      {isConfirming && (
        <Dialog title={t.ask} onClose={() => setConfirming(false)}>
          <Stack>
            <p>{t.noWayBack(t.quotas(paid, number(paid)))}</p>
            {reserved > 0 && force && <p>{t.forced(t.quotas(reserved, number(reserved)))}</p>}
            {isFederal && contest !== undefined && <p>{t.ofContest(String(contest), dayOf(contestDate))}</p>}
            <Problem problem={unshownError(freezing.error, ['contest', 'contestDate'])} />
            <DialogActions>
              <Button onClick={() => setConfirming(false)}>{t.back}</Button>
              <Button variant="danger" isBusy={freezing.isBusy} onClick={() => void freezing.act()}>
                {t.freeze}
              </Button>
            </DialogActions>
          </Stack>
        </Dialog>
      )}
    </Card>
  );
}

const TEXTS = texts({
  'pt-BR': {
    title: 'Congelar para o sorteio',
    takePart: 'Cotas pagas',
    unpaid: 'Ainda sem pagamento',
    quotas: (count: number, text: string) => (count === 1 ? '1 cota' : `${text} cotas`),
    prizes: 'Prêmios',
    by: 'A sorte vem de',
    modes: { BEACON: 'uma rodada do farol público drand', LOTERIA_FEDERAL: 'um concurso da Loteria Federal' },
    drawAt: 'Data anunciada',
    nobody: 'Nenhuma cota foi paga: ninguém ganharia. Em vez de sortear, a rifa pode ser cancelada nas configurações.',
    waits: (at: string) => `A rodada que decide é a primeira depois da data anunciada, ${at}.`,
    contest: 'Número do concurso',
    contestHint: 'Um concurso que ainda não aconteceu.',
    contestMissing: 'Escreva o número do concurso.',
    contestDate: 'Data do concurso',
    contestDateHint: 'Ele é sorteado às 20h de Brasília. O congelamento é pelo menos uma hora antes.',
    contestDateMissing: 'Escolha a data do concurso.',
    force: 'Cancelar já os pedidos ainda sem pagamento',
    forceHint: 'Sem isso, é preciso esperar que eles sejam pagos ou terminem.',
    freeze: 'Congelar',
    ask: 'Congelar a rifa?',
    noWayBack: (quotas: string) =>
      `Depois disso nenhum pedido entra ou sai do sorteio: ${quotas} pagas ficam como estão, menos as já devolvidas. A rifa não reabre mais, e só pode ser cancelada se ninguém conseguir sorteá-la em sete dias.`,
    forced: (quotas: string) => `Os pedidos sem pagamento, com ${quotas}, são cancelados agora.`,
    ofContest: (contest: string, day: string) => `Quem decide é o concurso ${contest}, de ${day}: isso não muda mais.`,
    back: 'Voltar',
    done: 'A rifa foi congelada para o sorteio.',
  },
  en: {
    title: 'Freeze it for the draw',
    takePart: 'Paid quotas',
    unpaid: 'Not paid yet',
    quotas: (count: number, text: string) => (count === 1 ? '1 quota' : `${text} quotas`),
    prizes: 'Prizes',
    by: 'Chance comes from',
    modes: { BEACON: 'a round of the public beacon drand', LOTERIA_FEDERAL: 'a contest of the Loteria Federal' },
    drawAt: 'Announced time',
    nobody: 'No quota is paid: nobody would win. Instead of drawing it, the raffle can be called off in its settings.',
    waits: (at: string) => `The round that decides is the first after the announced time, ${at}.`,
    contest: 'Number of the contest',
    contestHint: 'One that was not held yet.',
    contestMissing: 'Write the number of the contest.',
    contestDate: 'Day of the contest',
    contestDateHint: 'It is drawn at 20:00 in Brasília. The freeze is at least an hour before.',
    contestDateMissing: 'Choose the day of the contest.',
    force: 'Cancel now the orders that are not paid yet',
    forceHint: 'Otherwise one waits until they are paid or end.',
    freeze: 'Freeze',
    ask: 'Freeze the raffle?',
    noWayBack: (quotas: string) =>
      `After that no order joins the draw or leaves it: ${quotas} that are paid stay as they are, less those refunded already. The raffle does not reopen, and can only be called off when nobody could draw it for seven days.`,
    forced: (quotas: string) => `The unpaid orders, of ${quotas}, are cancelled now.`,
    ofContest: (contest: string, day: string) => `Contest ${contest} of ${day} decides: that does not change any more.`,
    back: 'Back',
    done: 'The raffle was frozen for its draw.',
  },
});
