import { useEffect, useRef, useState } from 'preact/hooks';
import { createClient } from '../../../../../client/create-client.js';
import { DrawToPublishDocument, type DrawToPublishQuery } from '../../../../../generated/client/operations.js';
import { texts, useFormats, useLanguage, useTexts } from '../../../../common/language.js';
import { useAction } from '../../../../common/query.js';
import { saveFile } from '../../../../common/save-file.js';
import { Button, CopyButton, Toggle } from '../../../../ui/button.js';
import { Dialog, DialogActions } from '../../../../ui/dialog.js';
import { Note, Stack } from '../../../../ui/layout.js';
import { Problem, Skeleton } from '../../../../ui/surface.js';
import type { Raffle } from '../../raffle-tab.js';
import css from '../draw.module.css';
import { FORMATS, paintDraw, type DrawWords, type Format } from './paint-draw.js';

type Shown = Pick<DrawToPublishQuery, 'settings'> & { proof: NonNullable<DrawToPublishQuery['drawProof']> };

/** The result of the draw as a picture, made in this browser. */
export function PublishPicture({ raffle, onClose }: { raffle: Raffle; onClose(): void }) {
  const t = useTexts(TEXTS);
  const f = useFormats();
  const language = useLanguage();
  const [shown, setShown] = useState<Shown>();
  const [photo, setPhoto] = useState<HTMLImageElement | null>();
  const [format, setFormat] = useState<Format>('feed');
  const canvas = useRef<HTMLCanvasElement>(null);
  const asking = useAction(async () => {
    // As anybody: what operators may see must not get into a picture for the public.
    const nobody = createClient({ url: `${location.origin}/graphql`, language });
    try {
      const { settings, drawProof } = await nobody.query(DrawToPublishDocument, { raffleId: raffle.id });
      if (drawProof) setShown({ settings, proof: drawProof });
    } finally {
      nobody.close();
    }
  });
  useEffect(() => {
    void asking.act();
    void loadPicture(raffle.photoUrl).then(setPhoto);
  }, [raffle.id, raffle.photoUrl]);

  const page = `${location.origin}/r/${raffle.slug}/draw`;
  const words: DrawWords | undefined = shown && {
    badge: t.badge,
    title: raffle.title,
    number: t.number,
    winners: shown.proof.winners.map(({ winnerName: name, ...winner }) => ({ ...winner, name })),
    more: (count) => t.more(f.number(count)),
    nobody: t.nobody,
    drawn: [
      shown.proof.drawnAt && f.dateTime(shown.proof.drawnAt),
      shown.proof.contest === null
        ? shown.proof.round !== null && t.round(f.number(shown.proof.round))
        : t.contest(shown.proof.contest),
    ]
      .filter(Boolean)
      .join(' · '),
    check: t.check,
    address: page.replace(/^https?:\/\//, ''),
    site: shown.settings.siteName ?? '',
  };
  const isReady = words !== undefined && photo !== undefined;
  useEffect(() => {
    if (isReady && canvas.current)
      paintDraw(canvas.current, format, words, { photo: photo ?? undefined, color: shown?.settings.color ?? null });
  });

  const alt = words && t.alt(words, page);
  const file = async (): Promise<File> => {
    const blob = await new Promise<Blob | null>((resolve) => {
      if (canvas.current) canvas.current.toBlob(resolve, 'image/png');
      else resolve(null);
    });
    if (!blob) throw new Error('The canvas gave no picture.');
    return new File([blob], `${raffle.slug}-${format}.png`, { type: 'image/png' });
  };
  const saving = useAction(async () => {
    const made = await file();
    saveFile(made.name, made);
  });
  const sharing = useAction(async () => {
    // Closing the phone's own dialog is no failure.
    await navigator.share({ files: [await file()], title: raffle.title, text: page }).catch(() => undefined);
  });
  const canShare = 'canShare' in navigator && navigator.canShare({ files: [new File([], 'a.png', { type: 'image/png' })] });
  return (
    <Dialog title={t.title} onClose={onClose}>
      <Stack>
        <Toggle
          label={t.format}
          value={format}
          options={(Object.keys(FORMATS) as Format[]).map((value) => ({ value, label: t.formats[value] }))}
          onValue={setFormat}
        />
        <Problem problem={asking.error} onRetry={() => void asking.act()} />
        {!isReady && !asking.error && <Skeleton lines={10} />}
        {isReady && <canvas ref={canvas} class={css.canvas} role="img" aria-label={alt} />}
        {photo === null && raffle.photoUrl && <Note>{t.noPhoto}</Note>}
        <Note>{t.masked}</Note>
        <Problem problem={saving.error ?? sharing.error} />
        <DialogActions>
          {alt && <CopyButton text={alt} label={t.copyAlt} done={t.copied} />}
          {canShare && (
            <Button isBusy={sharing.isBusy} disabled={!isReady} onClick={() => void sharing.act()}>
              {t.share}
            </Button>
          )}
          <Button variant="primary" isBusy={saving.isBusy} disabled={!isReady} onClick={() => void saving.act()}>
            {t.download}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}

/** Null without one, and where another site does not let its picture be used. */
async function loadPicture(url: string | null): Promise<HTMLImageElement | null> {
  if (!url) return null;
  const image = new Image();
  // A canvas with a picture that did not allow it cannot be saved.
  image.crossOrigin = 'anonymous';
  image.src = url;
  return image.decode().then(
    () => (image.naturalWidth > 0 ? image : null),
    () => null,
  );
}

interface Words {
  title: string;
  format: string;
  formats: Record<Format, string>;
  badge: string;
  number: string;
  nobody: string;
  more(count: string): string;
  round(round: string): string;
  contest(contest: number): string;
  check: string;
  alt(words: DrawWords, page: string): string;
  noPhoto: string;
  masked: string;
  copyAlt: string;
  copied: string;
  share: string;
  download: string;
}

const TEXTS = texts<Words>({
  'pt-BR': {
    title: 'Imagem para publicar',
    format: 'Formato',
    formats: { feed: 'Post (4:5)', story: 'Story (9:16)' },
    badge: 'RESULTADO DO SORTEIO',
    number: 'Número sorteado',
    nobody: 'Ninguém ganhou: não havia cota paga no sorteio.',
    more: (count) => `e mais ${count} na página do sorteio`,
    round: (round) => `rodada ${round} do farol público`,
    contest: (contest) => `concurso ${contest} da Loteria Federal`,
    check: 'Confira o sorteio você também em',
    alt: ({ title, drawn, winners, nobody }, page) =>
      `Resultado do sorteio de ${title} (${drawn}). ${winners.map((one) => `${one.position}º: ${one.prize}, número ${one.luckyNumber}, ${one.name}.`).join(' ') || nobody} Confira em ${page}`,
    noPhoto: 'A foto da rifa está em outro endereço, que não deixa usá-la aqui. Envie a foto em Imagens para que ela apareça.',
    masked: 'O nome de quem ganhou aparece como na página pública do sorteio.',
    copyAlt: 'Copiar a descrição',
    copied: 'Descrição copiada',
    share: 'Compartilhar',
    download: 'Baixar',
  },
  en: {
    title: 'Picture to publish',
    format: 'Format',
    formats: { feed: 'Post (4:5)', story: 'Story (9:16)' },
    badge: 'RESULT OF THE DRAW',
    number: 'Number drawn',
    nobody: 'Nobody won: there was no paid quota in the draw.',
    more: (count) => `and ${count} more on the page of the draw`,
    round: (round) => `round ${round} of the public beacon`,
    contest: (contest) => `contest ${contest} of the Loteria Federal`,
    check: 'Check the draw yourself at',
    alt: ({ title, drawn, winners, nobody }, page) =>
      `Result of the draw of ${title} (${drawn}). ${winners.map((one) => `${one.position}: ${one.prize}, number ${one.luckyNumber}, ${one.name}.`).join(' ') || nobody} Check it at ${page}`,
    noPhoto:
      'The photo of the raffle is at another address, which does not let it be used here. Upload it in Pictures to show it.',
    masked: 'The name of who won is as on the public page of the draw.',
    copyAlt: 'Copy the description',
    copied: 'Description copied',
    share: 'Share',
    download: 'Download',
  },
});
