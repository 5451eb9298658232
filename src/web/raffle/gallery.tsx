import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { texts, useTexts } from '../common/language.js';
import { RafflePicture } from '../common/raffle-picture.js';
import { ButtonLink } from '../ui/button.js';
import css from './gallery.module.css';

const SIZES = '(min-width: 27rem) 18rem, 66vw';

/** Further pictures and the video. The browser scrolls them, by keys too: no script is needed. */
export function Gallery({ raffle: { title, galleryUrls, videoUrl } }: { raffle: RaffleOfPage }) {
  const t = useTexts(TEXTS);
  return (
    <>
      {galleryUrls.length > 0 && (
        <ul class={css.strip} aria-label={t.pictures} tabIndex={0}>
          {galleryUrls.map((url, index) => (
            <li key={index}>
              <RafflePicture photoUrl={url} alt={t.picture(title, index + 1, galleryUrls.length)} sizes={SIZES} />
            </li>
          ))}
        </ul>
      )}
      {videoUrl && (
        <p>
          <ButtonLink href={videoUrl} target="_blank" rel="noopener">
            {t.video}
          </ButtonLink>
        </p>
      )}
    </>
  );
}

const TEXTS = texts({
  'pt-BR': {
    pictures: 'Mais fotos',
    picture: (title: string, place: number, of: number) => `${title}: foto ${place} de ${of}`,
    video: 'Assistir ao vídeo',
  },
  en: {
    pictures: 'More pictures',
    picture: (title: string, place: number, of: number) => `${title}: picture ${place} of ${of}`,
    video: 'Watch the video',
  },
});
