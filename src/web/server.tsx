import './design/base.css';
import type { PageFrame, PageRenderer } from '../pages/page-renderer.js';
import { BarePage } from './bare-page.js';
import { DashboardShell } from './dashboard/dashboard-page.js';
import { documentOf } from './document.js';
import { DrawPage } from './draw/draw-page.js';
import { drawHead } from './draw/head.js';
import { RafflePage } from './raffle/raffle-page.js';
import { raffleHead } from './raffle/head.js';

const renderer: PageRenderer = {
  raffle: (frame, data) =>
    documentOf(frame, raffleHead(data.raffle, frame), data, <RafflePage site={siteOf(frame)} data={data} />),
  draw: (frame, raffle) => documentOf(frame, drawHead(raffle, frame), raffle, <DrawPage site={siteOf(frame)} data={raffle} />),
  dashboard: (frame) => documentOf(frame, privateHead(frame, '/dashboard'), null, <DashboardShell site={siteOf(frame)} />),
  notFound: (frame) => bare(frame, 'notFound'),
  unavailable: (frame) => bare(frame, 'unavailable'),
};

const siteOf = ({ site: { name, logoUrl } }: PageFrame) => ({ name, logoUrl });
const withoutScript = (frame: PageFrame): PageFrame => ({
  ...frame,
  assets: { ...frame.assets, script: undefined, preloads: [] },
});
const privateHead = ({ site: { name } }: PageFrame, path: string) => ({ title: name, description: name, path, isPrivate: true });

const bare = (frame: PageFrame, why: 'notFound' | 'unavailable') =>
  documentOf(withoutScript(frame), privateHead(frame, '/'), null, <BarePage site={siteOf(frame)} why={why} />);

export const { raffle, draw, dashboard, notFound, unavailable } = renderer;
