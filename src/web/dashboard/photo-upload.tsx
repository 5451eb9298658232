import { useRef, useState } from 'preact/hooks';
import { srcSetOf, uploadedPicture } from '../../addresses/picture-address.js';
import { useAction } from '../common/query.js';
import { upload } from '../common/upload.js';
import { useClient } from '../common/session.js';
import { texts, useLanguage, useTexts } from '../common/language.js';
import { Button } from '../ui/button.js';
import css from './photo-upload.module.css';

const MEGABYTE = 1_048_576;
/** The service's limit. */
const MAX_BYTES = 10 * MEGABYTE;
/** A phone converts its own format only when JPEG is asked for alone. */
const TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

interface Answered {
  files?: { id: string; url: string }[];
  message?: string | { file?: string[] };
}

interface Props {
  /** Of the previews. */
  urls: readonly string[];
  onUploaded(url: string, id: string): void;
  onProblem(problem: string): void;
}

/** Uploads a picture and shows previews. Problems are shown at the field. */
export function PhotoUpload(props: Props) {
  const t = useTexts(TEXTS);
  const language = useLanguage();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const [isDone, setIsDone] = useState(false);
  const [sent, setSent] = useState(0);
  const stopping = useRef<AbortController>(undefined);
  // What was typed during the upload stays.
  const latest = useRef(props);
  latest.current = props;
  const refuse = (problem: string): void => latest.current.onProblem(problem);
  const uploading = useAction(async (file: File) => {
    setIsDone(false);
    if (file.size > MAX_BYTES) return refuse(t.tooLarge(MAX_BYTES / MEGABYTE));
    setSent(0);
    const stop = new AbortController();
    stopping.current = stop;
    const headers = { authorization: `Bearer ${client.tokens()?.accessToken ?? ''}`, 'accept-language': language };
    const answer = await upload('/v1/raffles/upload', file, { headers, signal: stop.signal, onSent: setSent }).catch(
      () => undefined,
    );
    if (stop.signal.aborted) return undefined;
    if (!answer) return refuse(t.broken);
    const { files: [uploaded] = [], message } = answer.body as Answered;
    if (uploaded) {
      latest.current.onUploaded(uploaded.url, uploaded.id);
      return setIsDone(true);
    }
    const [problem] = typeof message === 'object' ? (message.file ?? []) : [message];
    return refuse(problem ?? t.refused(answer.status));
  });
  return (
    <div class={css.upload}>
      <input
        ref={input}
        type="file"
        accept={TYPES}
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file can be chosen again.
          if (file) void uploading.act(file).finally(() => (currentTarget.value = ''));
        }}
      />
      <Button small isBusy={uploading.isBusy} onClick={() => input.current?.click()}>
        {t.choose}
      </Button>
      {uploading.isBusy && (
        <>
          {/* Once it is sent, the service makes its sizes, and nobody knows how long that takes. */}
          <progress aria-label={t.uploading} value={sent < 1 ? sent : undefined} />
          <Button small onClick={() => stopping.current?.abort()}>
            {t.stop}
          </Button>
        </>
      )}
      <span role="status" class="visually-hidden">
        {uploading.isBusy ? t.uploading : isDone ? t.done : ''}
      </span>
      {props.urls.map((url, index) => (
        <Photo key={index} url={url} label={t.photo} />
      ))}
    </div>
  );
}

function Photo({ url, label }: { url: string; label: string }) {
  if (!/^https:\/\/\S+\.\S+/.test(url) && !uploadedPicture(url)) return null;
  return <img class={css.photo} srcset={srcSetOf(url)} sizes="20rem" src={url} alt={label} />;
}

const TEXTS = texts({
  'pt-BR': {
    choose: 'Enviar uma foto',
    uploading: 'Enviando a foto…',
    stop: 'Parar o envio',
    done: 'A foto foi enviada. Salve para usá-la.',
    photo: 'A foto',
    tooLarge: (megabytes: number) => `A foto pode ter no máximo ${megabytes} MB.`,
    broken: 'A foto não chegou ao serviço. Confira a conexão e envie de novo.',
    refused: (status: number) => `O serviço recusou a foto (${status}).`,
  },
  en: {
    choose: 'Upload a picture',
    uploading: 'Uploading the picture…',
    stop: 'Stop the upload',
    done: 'The picture is uploaded. Save to use it.',
    photo: 'The picture',
    tooLarge: (megabytes: number) => `The picture may have at most ${megabytes} MB.`,
    broken: 'The picture did not reach the service. Check the connection and upload it again.',
    refused: (status: number) => `The service refused the picture (${status}).`,
  },
});
