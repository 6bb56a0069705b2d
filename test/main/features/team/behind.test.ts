import { expect, onTestFinished, test, vi } from 'vitest';
import { Database } from '../../../../main/features/team/database.ts';
import type { EntryContent } from '../../../../main/features/team/entries.ts';
import { page } from '../../../../main/features/team/schema.ts';
import { startPostgres } from '../../../support/postgres.ts';
import { openFaultyLink } from './faulty-link.ts';
import { admitStranger } from './stranger.ts';
import { TeamConsole } from './team-consoles.ts';

vi.setConfig({ testTimeout: 180_000 });

/** The number of parts of the log that are written while a console reads. */
const pages = 6;

const note = (at: number): EntryContent => ({
  kind: 'case',
  entry: 'noted',
  at,
  environment: 'sandbox',
  conversation: `case-${at % 50}`,
  local: at,
  details: { text: `note ${at}` },
});

/** A team of one console and a member who has written so much whenever the console has read a part of the log that it never comes to the end. */
async function startBehind() {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const postgres = stack.use(await startPostgres());
  const anna = stack.use(new TeamConsole('Anna'));
  const link = await openFaultyLink(postgres.owner.port);
  stack.defer(() => link.close());
  anna.port = link.port;
  await anna.start();
  await anna.create(postgres);
  const stranger = stack.use(await admitStranger(postgres, anna, 'Stranger'));
  const id = anna.console.samples[0]?.id ?? '';
  await anna.open(id);
  const owner = await Database.open(postgres.owner);
  stack.defer(() => owner.close());
  const batch = await stranger.signed(
    ...Array.from({ length: pages * page.entries }, (_, at) => note(at + 1)),
  );
  const parts = Array.from({ length: pages }, (_, at) =>
    JSON.stringify(batch.slice(at * page.entries, (at + 1) * page.entries)),
  );
  await owner.query(
    'CREATE TABLE assay_team.later (number bigint PRIMARY KEY, batch jsonb NOT NULL, author text NOT NULL)',
  );
  for (const [number, part] of parts.entries()) {
    await owner.query('INSERT INTO assay_team.later VALUES ($1, $2, $3)', [number, part, stranger.id]);
  }
  await owner.query(`ALTER FUNCTION assay_team.entries(uuid, bigint) RENAME TO entries_now;
    CREATE FUNCTION assay_team.entries(of_team uuid, from_seq bigint)
    RETURNS TABLE (seq bigint, author text, author_seq bigint, head bytea, signature bytea, sealed bytea, at timestamptz)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
    DECLARE part record;
    BEGIN
      IF from_seq + ${page.entries} > (SELECT last_seq FROM team WHERE id = of_team FOR UPDATE) THEN
        DELETE FROM later WHERE number = (SELECT min(number) FROM later) RETURNING * INTO part;
        IF FOUND THEN
          UPDATE author_login SET login = session_user WHERE team = of_team AND author_login.author = part.author;
          PERFORM append(of_team, part.batch);
        END IF;
      END IF;
      RETURN QUERY SELECT * FROM entries_now(of_team, from_seq);
    END $$;
    GRANT EXECUTE ON FUNCTION assay_team.entries(uuid, bigint) TO assay_team_member;`);
  const me = (await anna.view())?.me;
  /** Returns the places of Anna's entries about cases in the log, and its last place. */
  const places = async () => {
    const rows = await owner.query<{ seq: string; author: string }>(
      'SELECT seq, author FROM assay_team.entry ORDER BY seq',
    );
    return {
      own: rows.filter(({ author }) => author === me).map(({ seq }) => Number(seq)),
      last: rows.length,
    };
  };
  return { anna, id, link, places };
}

test('entries of a console reach the log while it cannot keep up with others, once and in order', async () => {
  const { anna, id, places } = await startBehind();
  const texts = Array.from({ length: 2 }, (_, at) => `written while behind ${at}`);
  for (const [at, text] of texts.entries()) {
    await anna.note(id, text);
    // The next one is written when this one is in the log, and not yet read.
    await expect.poll(async () => (await places()).own.length, { interval: 5 }).toBe(3 + at);
  }
  await anna.until({ unsent: 0, entries: pages * page.entries + 2 + texts.length, notices: [] });
  const { own, last } = await places();
  expect(own.at(-1)).toBeLessThan(last);
  expect((await anna.shared(id))?.notes).toEqual(texts);
  expect((await anna.bridge.invoke('journal.verify', {})).problems).toEqual([]);
});

test('a console that is behind and does not know whether a batch arrived sends nothing twice', {
  tags: 'long',
}, async () => {
  const { anna, id, link, places } = await startBehind();
  link.loseNextReply();
  await anna.note(id, 'whose reply is lost');
  await anna.until({ connection: { state: 'interrupted' } });
  await anna.note(id, 'after it');
  await anna.until({ unsent: 0, entries: pages * page.entries + 4, notices: [] });
  expect((await places()).own).toHaveLength(4);
  expect((await anna.shared(id))?.notes).toEqual(['after it', 'whose reply is lost']);
  expect(anna.console.logged).toEqual([]);
});
