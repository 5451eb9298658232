import DataLoader from 'dataloader';
import { Arg, Ctx, Field, FieldResolver, Int, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { App, Context } from '../../src/context.js';
import { defineFeature, type LoadersOf } from '../../src/feature.js';
import { Refuses } from '../../src/graphql/refuses.js';
import { Roles } from '../../src/graphql/roles.js';
import { refuse } from '../../src/platform/domain-error.js';
import { defineTexts, type TextsOf } from '../../src/platform/texts.js';
import { get } from '../../src/rest/route.js';
import { record, text, type EventDeclaration } from '../../src/webhooks/event-shapes.js';
import { webhooks } from '../../src/webhooks/feature.js';
import { writeEvents } from '../../src/webhooks/outbox.js';

const NAMES = ['Tucano', 'Capivara'];

@ObjectType({ description: 'An animal that a site shows.' })
class Mascot {
  @Field(() => String, { description: 'What it is called.' })
  name!: string;
}

@Resolver(() => Mascot)
class MascotResolver {
  @Query(() => Mascot, { description: 'One mascot.' })
  @Roles('USER')
  @Refuses('NOT_FOUND')
  mascot(@Ctx() { mascots }: Context, @Arg('name', () => String, { description: 'Its name.' }) name: string): Mascot {
    if (!NAMES.includes(name)) throw refuse('mascots.unknown', { name });
    mascots.shown.push(name);
    return { name };
  }

  @FieldResolver(() => Int, { description: 'How often it was shown and counted.' })
  views(@Root() { name }: Mascot, @Ctx() { loaders }: Context): Promise<number> {
    return loaders.mascotViews.load(name);
  }
}

const loaders = {
  mascotViews: ({ mascots }: App, { cache }: { cache: boolean }) =>
    new DataLoader<string, number>(
      async (names) => {
        mascots.batches.push(names);
        return names.map((name) => mascots.views.get(name) ?? 0);
      },
      { cache },
    ),
};

const mascotTexts = defineTexts({
  'mascots.unknown': { code: 'NOT_FOUND', en: 'No mascot is called {name}.', 'pt-BR': 'Nenhum mascote se chama {name}.' },
});

const mascotEvents = {
  'mascot.shown': { description: 'a mascot was shown.', data: record({ name: text }), sample: { name: 'Tucano' } },
} satisfies Record<string, EventDeclaration>;

declare module '../../src/context.js' {
  interface App {
    mascots: { shown: string[]; views: Map<string, number>; batches: (readonly string[])[] };
  }
  interface Loaders extends LoadersOf<typeof loaders> {}
}
declare module '../../src/platform/texts.js' {
  interface Texts extends TextsOf<typeof mascotTexts> {}
}
declare module '../../src/webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof mascotEvents, true> {}
}

/** Counts what was shown since the last round. */
async function countViews(app: App): Promise<boolean> {
  const { shown, views } = app.mascots;
  const names = shown.splice(0);
  await app.db.transaction((tx) =>
    writeEvents(
      app,
      tx,
      names.map((name) => ({ type: 'mascot.shown', data: { name } })),
    ),
  );
  for (const name of names) {
    views.set(name, (views.get(name) ?? 0) + 1);
    app.log.info({ event: 'mascots.counted', name }, 'a mascot was shown');
  }
  return false;
}

export const mascots = defineFeature('mascots', {
  needs: [webhooks],
  texts: mascotTexts,
  parts: () => ({ mascots: { shown: [], views: new Map(), batches: [] } }),
  loaders,
  resolvers: [MascotResolver],
  rest: [get('/v1/mascots/:name', 'mascot')],
  openapi: { tags: { mascots: 'The animals that a site shows.' } },
  events: mascotEvents,
  workers: [{ name: 'mascots.views', everyMs: 20, run: countViews }],
  logEvents: {
    'mascots.counted': { level: 'info', advice: 'A mascot was shown.' },
    'mascots.views.failed': { level: 'error', advice: 'Views are not counted. Look at `err`.' },
  },
});
