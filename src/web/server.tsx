import './design/base.css';
import type { PageFrame, PageRenderer } from '../pages/page-renderer.js';
import { BarePage } from './bare-page.js';
import { DashboardShell } from './dashboard/dashboard-page.js';
import { documentOf } from './document.js';
import { DrawPage } from './draw/draw-page.js';
import { drawHead, raffleHead, textHead } from './page-heads.js';
import { RafflePage } from './raffle/raffle-page.js';
import { TextPage } from './text/text-page.js';

const renderer: PageRenderer = {
  raffle: (frame, data) => documentOf(frame, raffleHead(data.raffle, frame), data, <RafflePage site={frame.site} data={data} />),
  draw: (frame, raffle) => documentOf(frame, drawHead(raffle, frame), raffle, <DrawPage site={frame.site} data={raffle} />),
  dashboard: (frame) => documentOf(frame, privateHead(frame, '/dashboard'), null, <DashboardShell site={frame.site} />),
  text: (frame, page) =>
    documentOf(withoutScript(frame), textHead(page, frame), null, <TextPage site={frame.site} page={page} />),
  notFound: (frame) => bare(frame, 'notFound'),
  noText: (frame) => bare(frame, 'noText'),
  unavailable: (frame) => bare(frame, 'unavailable'),
};

const withoutScript = (frame: PageFrame): PageFrame => ({
  ...frame,
  assets: { ...frame.assets, script: undefined, preloads: [] },
});
const privateHead = ({ site: { name } }: PageFrame, path: string) => ({ title: name, description: name, path, isPrivate: true });

const bare = (frame: PageFrame, why: 'notFound' | 'noText' | 'unavailable') =>
  documentOf(withoutScript(frame), privateHead(frame, '/'), null, <BarePage site={frame.site} why={why} />);

export const { raffle, draw, dashboard, text, notFound, noText, unavailable } = renderer;
