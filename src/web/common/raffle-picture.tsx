import { srcSetOf } from '../../addresses/picture-address.js';
import css from './raffle-picture.module.css';

interface PictureProps {
  photoUrl: string | null;
  /** What the picture shows, where no title stands beside it. */
  alt?: string;
  sizes: string;
  /** It is loaded before what is further down. */
  isEager?: boolean;
}

/** The picture of a raffle; a raffle without one has a ticket in the site's colour. */
export function RafflePicture({ photoUrl, alt = '', sizes, isEager }: PictureProps) {
  if (!photoUrl) return <Ticket />;
  return (
    <img
      class={css.picture}
      srcset={srcSetOf(photoUrl)}
      sizes={sizes}
      src={photoUrl}
      alt={alt}
      {...(isEager ? { fetchpriority: 'high' as const } : { loading: 'lazy' as const })}
      referrerpolicy="no-referrer"
    />
  );
}

function Ticket() {
  return (
    <div class={css.ticket} aria-hidden="true">
      <svg viewBox="0 0 240 135" width="240" height="135" focusable="false">
        <g transform="rotate(-9 120 68)">
          <path
            class={css.paper}
            d="M44 36h152a8 8 0 0 1 8 8v12a12 12 0 0 0 0 24v12a8 8 0 0 1-8 8H44a8 8 0 0 1-8-8V80a12 12 0 0 0 0-24V44a8 8 0 0 1 8-8Z"
          />
          <path class={css.fold} d="M150 40v56" />
          <path
            class={css.star}
            d="m93 48 6.2 12.500 13.800 2-10 9.700 2.400 13.800L93 79.500 80.600 86l2.400-13.800-10-9.700 13.800-2Z"
          />
          <path class={css.line} d="M164 56h26M164 68h26M164 80h16" />
        </g>
      </svg>
    </div>
  );
}
