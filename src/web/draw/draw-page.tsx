import { SiteHeader } from '../shared/site-header.js';

export function DrawPage({ site }: { site: { name: string; logoUrl: string | undefined }; data: unknown }) {
  return (
    <>
      <SiteHeader site={site} />
      <main id="main">Draw</main>
    </>
  );
}
