import { describe, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { anUnpaidOrder } from './support/order-rows.js';
import { raffleDesk } from './support/raffles.js';
import { forTests, startTestServer } from './support/start.js';
import { anUploadedFile } from './support/uploaded-file.js';

const VIDEO = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const HOME = 'https://cdn.example.com/casa.jpg';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const desk = forTests(() => raffleDesk(server, admin.token));

async function problemsOf(input: object, language = 'en'): Promise<Record<string, string[]>> {
  const query = 'mutation ($input: CreateRaffleInput!) { createRaffle(input: $input) { id } }';
  const whole = { title: 'Moto', quotaPrice: '1.00', quotaQuantity: 100, ...input };
  const { errors } = await server.graphql(
    query,
    { input: whole },
    { token: admin.token, headers: { 'accept-language': language } },
  );
  return errors?.[0]?.extensions.fields ?? {};
}

async function htmlOf(id: string, query = ''): Promise<string> {
  const { slug } = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });
  const html = await (await fetch(`${server.url}/r/${slug}${query}`)).text();
  return html.split('<script type="application/json"')[0] ?? '';
}

describe('the video of a raffle', () => {
  it.each([
    VIDEO,
    'https://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s',
    'https://m.youtube.com/shorts/dQw4w9WgXcQ',
    'https://www.youtube.com/live/dQw4w9WgXcQ?si=abc',
    'https://youtu.be/dQw4w9WgXcQ?t=42',
    'https://vimeo.com/76979871',
    'https://www.vimeo.com/76979871/0a1b2c3d4e',
  ])('may be %s', async (videoUrl) => {
    expect((await desk.create({ videoUrl })).raffle).toMatchObject({ videoUrl });
  });

  it.each([
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
    'https://example.com/watch?v=dQw4w9WgXcQ',
    'https://ana@youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v=curto',
    'https://www.youtube.com/@canal',
    'https://www.youtube.com/redirect?q=https://example.com&v=dQw4w9WgXcQ',
    'https://youtu.be/',
    'https://vimeo.com/canal',
    'javascript:alert(1)',
    'youtu.be/dQw4w9WgXcQ',
  ])('is not %s, as a plain text says', async (videoUrl) => {
    expect(await problemsOf({ videoUrl })).toEqual({ videoUrl: ['must be the https address of a video on YouTube or Vimeo'] });
    expect(await problemsOf({ videoUrl }, 'pt-BR')).toEqual({
      videoUrl: ['deve ser o endereço https de um vídeo no YouTube ou no Vimeo'],
    });
  });

  it('is a link that opens beside the page, which embeds nothing', async () => {
    const id = await desk.open({ videoUrl: VIDEO });
    const html = await htmlOf(id);
    expect(html).toMatch(
      /<a href="https:\/\/www\.youtube\.com\/watch\?v=dQw4w9WgXcQ" target="_blank" rel="noopener"[^>]*>Assistir ao vídeo</,
    );
    expect(html).not.toContain('<iframe');
    expect(await htmlOf(id, '?lang=en')).toContain('>Watch the video</a>');
    expect(await htmlOf(await desk.open())).not.toContain('Assistir');
  });
});

describe('further pictures of a raffle', () => {
  it('are refused where one is no address, or there are more than eight', async () => {
    const english = ['must all be http or https addresses of at most 500 characters'];
    for (const wrong of ['javascript:alert(1)', 'foto.jpg', `https://example.com/${'x'.repeat(500)}`])
      expect(await problemsOf({ galleryUrls: [HOME, wrong] })).toEqual({ galleryUrls: english });
    expect(await problemsOf({ galleryUrls: ['foto.jpg'] }, 'pt-BR')).toEqual({
      galleryUrls: ['devem ser todos endereços http ou https de no máximo 500 caracteres'],
    });
    expect(Object.keys(await problemsOf({ galleryUrls: Array.from({ length: 9 }, () => HOME) }))).toEqual(['galleryUrls']);
  });

  it('are a strip that keys scroll, in their order, each with words and loaded when it comes near', async () => {
    const uploaded = `${server.url}/files/${'A'.repeat(22)}-1280.webp`;
    const id = await desk.open({ title: 'Casa', galleryUrls: [HOME, uploaded] });
    const [, strip = ''] = /<ul [^>]*aria-label="Mais fotos" tabindex="0">(.*?)<\/ul>/s.exec(await htmlOf(id)) ?? [];
    const [first = '', second = ''] = strip.match(/<img [^>]*>/g) ?? [];
    expect(first).toContain(`src="${HOME}"`);
    expect(first).toContain('alt="Casa: foto 1 de 2"');
    expect(first).not.toContain('srcset');
    expect(second).toContain('alt="Casa: foto 2 de 2"');
    expect(second).toContain(`-320.webp 320w, `);
    for (const picture of [first, second]) expect(picture).toContain('loading="lazy"');
    expect(await htmlOf(await desk.open())).not.toContain('Mais fotos');
  });

  it('and the video change after the first sale, and null takes them away', async () => {
    const id = await desk.open({ galleryUrls: [HOME] });
    await anUnpaidOrder(server, id, 1);
    const changes = { galleryUrls: [`${HOME}?2`, HOME], videoUrl: VIDEO };
    expect((await desk.update(id, changes)).raffle).toMatchObject(changes);
    expect((await desk.update(id, { galleryUrls: null, videoUrl: null })).raffle).toMatchObject({
      galleryUrls: [],
      videoUrl: null,
    });
  });

  it('are in the answer of REST about one raffle and not in its lists', async () => {
    const id = await desk.open({ galleryUrls: [HOME], videoUrl: VIDEO, prizes: [{ title: 'Casa', photoUrl: HOME }] });
    const { body: one } = await server.rest('GET', `/v1/raffles/${id}`, { token: admin.token });
    expect(JSON.stringify(one)).toContain(`"galleryUrls":["${HOME}"],"videoUrl":"${VIDEO}"`);
    const { body: all } = await server.rest('GET', '/v1/raffles?first=100', { token: admin.token });
    expect(JSON.stringify(all)).toContain(id);
    expect(JSON.stringify(all)).not.toMatch(/galleryUrls|videoUrl|casa\.jpg/);
  });
});

describe('the picture of a prize', () => {
  const PRIZES = [{ title: 'Casa', photoUrl: HOME }, { title: 'R$ 5.000' }];

  it('is refused where it is no address', async () => {
    expect(await problemsOf({ prizes: [{ title: 'Casa' }, { title: 'Moto', photoUrl: 'foto.jpg' }] })).toEqual({
      'prizes.1.photoUrl': ['must be an http or https address'],
    });
  });

  it('is beside its title on the page', async () => {
    const [, prizes = ''] = /<ol[^>]*>(.*?)<\/ol>/s.exec(await htmlOf(await desk.open({ prizes: PRIZES }))) ?? [];
    const [first = '', second = ''] = prizes.split('</li>');
    expect(first).toMatch(new RegExp(`<strong>Casa</strong>.*<img [^>]*src="${HOME}"`, 's'));
    expect(second).toContain('R$ 5.000');
    expect(second).not.toContain('<img');
  });

  it('changes after the first sale, and nothing else of the prize with it', async () => {
    const id = await desk.open({ prizes: PRIZES });
    await anUnpaidOrder(server, id, 1);
    const other = [{ title: 'Casa' }, { title: 'R$ 5.000', photoUrl: `${HOME}?2` }];
    expect((await desk.update(id, { prizes: other })).raffle).toMatchObject({
      version: 2,
      prizes: [
        { title: 'Casa', photoUrl: null },
        { title: 'R$ 5.000', photoUrl: `${HOME}?2` },
      ],
    });
    for (const wrong of [{ title: 'Barraca' }, { title: 'Casa', description: 'De boneca' }])
      expect(await desk.refusalOf(id, { prizes: [{ ...wrong, photoUrl: HOME }, other[1]] })).toMatchObject({
        code: 'CONFLICT',
        fields: { prizes: ['is frozen since the first order'] },
      });
    const inDatabase = `UPDATE raffle_prizes SET title = 'Barraca', photo_url = NULL WHERE raffle_id = '${id}'`;
    await expect(server.app.db.pool.query(inDatabase)).rejects.toMatchObject({ code: '23001' });
  });
});

it('an uploaded picture stays while it is one of the further pictures of a raffle, or that of a prize', async () => {
  const file = await server.app.db.prisma.uploadedFile.create({ data: anUploadedFile(admin.id) });
  const url = `https://antes.example.com/files/${file.name}-1280.webp`;
  const id = await desk.open({ title: 'Casa', prizes: [{ title: 'Moto' }] });
  const remove = () =>
    server.graphql('mutation ($id: ID!) { deleteFile(id: $id) { id } }', { id: file.id }, { token: admin.token });
  for (const shown of [{ galleryUrls: [HOME, url] }, { prizes: [{ title: 'Moto', photoUrl: url }] }]) {
    await desk.update(id, { galleryUrls: null, ...shown });
    expect((await remove()).errors?.[0]).toMatchObject({
      message: 'The raffle "Casa" shows this picture: give it another one first.',
      extensions: { code: 'CONFLICT' },
    });
  }
  await desk.update(id, { prizes: [{ title: 'Moto' }] });
  expect((await remove()).errors).toBeUndefined();
});
