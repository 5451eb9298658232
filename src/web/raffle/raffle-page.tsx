import { SiteHeader } from '../shared/site-header.js';

export function RafflePage({ site }: { site: { name: string; logoUrl: string | undefined }; data: unknown }) {
  return (
    <>
      <SiteHeader site={site} />
      <main id="main">Raffle</main>
    </>
  );
}
