/** One step of the database's schema. Only added, never changed once released. */
interface SchemaStep {
  number: number;
  sql: string;
}

/** The role that members' logins are in: it may call the functions below, and neither read nor write a table. */
export const memberRole = 'assay_team_member';

/** The largest sealed content of one entry, in bytes; the database refuses a larger one. */
export const maxContent = 262_144;

/** The most entries that are read at once; their contents have less than this together, in bytes. */
export const page = { entries: 500, bytes: 4_194_304 };

/** The largest sealed part of a snapshot, in bytes. */
export const maxPart = 4_194_304;

/** Functions run with the rights of their owner, and find nothing that a caller puts in their way. */
const ownerRights = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = assay_team, pg_temp';

/**
 * Plain PostgreSQL, 14 or newer: no extension, no superuser, no state of a session. The database checks what keeps the log in order; who wrote an
 * entry, and whether they were allowed to, each console checks itself.
 */
export const schemaSteps: readonly SchemaStep[] = [
  {
    number: 1,
    sql: `
-- erased_seq: the last place when data was erased; a snapshot of an earlier place may hold them.
CREATE TABLE assay_team.team (id uuid PRIMARY KEY, last_seq bigint NOT NULL DEFAULT 0, erased_seq bigint NOT NULL DEFAULT 0);

CREATE TABLE assay_team.entry (
  team uuid NOT NULL REFERENCES assay_team.team,
  seq bigint NOT NULL,
  author text NOT NULL CHECK (length(author) = 64),
  author_seq bigint NOT NULL,
  head bytea NOT NULL CHECK (octet_length(head) <= 4096),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team, seq),
  UNIQUE (team, author, author_seq)
);
CREATE TABLE assay_team.content (
  team uuid NOT NULL,
  seq bigint NOT NULL,
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= ${maxContent}),
  PRIMARY KEY (team, seq),
  FOREIGN KEY (team, seq) REFERENCES assay_team.entry
);
CREATE TABLE assay_team.key_grant (
  team uuid NOT NULL REFERENCES assay_team.team,
  member text NOT NULL CHECK (length(member) = 64),
  key_number integer NOT NULL,
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= 4096),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  PRIMARY KEY (team, member, key_number, signature)
);
CREATE TABLE assay_team.join_request (
  team uuid NOT NULL REFERENCES assay_team.team,
  invitation text NOT NULL CHECK (length(invitation) <= 64),
  request bytea NOT NULL CHECK (octet_length(request) <= 4096),
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (team, invitation)
);
CREATE TABLE assay_team.progress (
  team uuid NOT NULL REFERENCES assay_team.team,
  member text NOT NULL CHECK (length(member) = 64),
  seq bigint NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (team, member)
);
CREATE TABLE assay_team.claim (
  team uuid NOT NULL REFERENCES assay_team.team,
  subject bytea NOT NULL CHECK (octet_length(subject) = 32),
  member text NOT NULL CHECK (length(member) = 64),
  until timestamptz NOT NULL,
  PRIMARY KEY (team, subject)
);
CREATE TABLE assay_team.snapshot (
  team uuid NOT NULL REFERENCES assay_team.team,
  author text NOT NULL CHECK (length(author) = 64),
  seq bigint NOT NULL,
  head bytea NOT NULL CHECK (octet_length(head) <= 1048576),
  signature bytea NOT NULL CHECK (octet_length(signature) = 64),
  PRIMARY KEY (team, author, seq)
);
CREATE TABLE assay_team.snapshot_part (
  team uuid NOT NULL REFERENCES assay_team.team,
  author text NOT NULL CHECK (length(author) = 64),
  seq bigint NOT NULL,
  part integer NOT NULL CHECK (part BETWEEN 0 AND 10000),
  sealed bytea NOT NULL CHECK (octet_length(sealed) <= ${maxPart}),
  PRIMARY KEY (team, author, seq, part)
);
CREATE TABLE assay_team.author_login (
  team uuid NOT NULL REFERENCES assay_team.team,
  author text NOT NULL CHECK (length(author) = 64),
  login text NOT NULL,
  PRIMARY KEY (team, author)
);

-- Ends what another login does for a member than the one that did so first. A login that ended can be followed by another.
CREATE FUNCTION assay_team.check_login(of_team uuid, of_author text) RETURNS void ${ownerRights} AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM author_login WHERE team = of_team AND author = of_author AND login = session_user) THEN
    RETURN;
  END IF;
  INSERT INTO author_login AS known (team, author, login) VALUES (of_team, of_author, session_user)
    ON CONFLICT (team, author) DO UPDATE SET login = excluded.login WHERE known.login = excluded.login OR NOT EXISTS (
      SELECT 1 FROM pg_roles r WHERE r.rolname = known.login AND r.rolcanlogin
        AND coalesce(r.rolvaliduntil, 'infinity') > clock_timestamp()
        AND has_function_privilege(r.oid, 'assay_team.check_login(uuid, text)', 'EXECUTE'));
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another login is that of this member' USING ERRCODE = 'AT001';
  END IF;
END $$;

CREATE FUNCTION assay_team.create_team(new_team uuid) RETURNS void ${ownerRights} AS $$
BEGIN
  INSERT INTO team (id) VALUES (new_team) ON CONFLICT DO NOTHING;
END $$;

-- Appends a batch in order. The row of the team is locked until the transaction ends, so that numbers have no gaps and become visible in
-- order. An entry that is there already keeps its number; another one in its place ends the whole batch, and so does a last entry that the author
-- has read and the log does not have.
CREATE FUNCTION assay_team.append(of_team uuid, batch jsonb, seen bigint DEFAULT 0, seen_head bytea DEFAULT '')
RETURNS TABLE (author_number bigint, log_number bigint) ${ownerRights} AS $$
DECLARE
  one jsonb;
  next bigint;
  known record;
  checked text;
  is_new boolean := false;
BEGIN
  SELECT last_seq INTO next FROM team WHERE id = of_team FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no such team' USING ERRCODE = 'no_data_found';
  END IF;
  IF seen > 0 AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.team = of_team AND e.seq = seen AND e.head = seen_head) THEN
    RAISE EXCEPTION 'the log went back' USING ERRCODE = 'AT002';
  END IF;
  FOR one IN SELECT value FROM jsonb_array_elements(batch) WITH ORDINALITY ORDER BY ordinality LOOP
    IF checked IS DISTINCT FROM one->>'author' THEN
      checked := one->>'author';
      PERFORM check_login(of_team, checked);
    END IF;
    author_number := (one->>'authorSeq')::bigint;
    SELECT e.seq, e.head INTO known FROM entry e
      WHERE e.team = of_team AND e.author = one->>'author' AND e.author_seq = author_number;
    IF FOUND THEN
      IF known.head <> decode(one->>'head', 'base64') THEN
        RAISE EXCEPTION 'another entry has this number' USING ERRCODE = 'unique_violation';
      END IF;
      log_number := known.seq;
    ELSE
      next := next + 1;
      is_new := true;
      log_number := next;
      INSERT INTO entry (team, seq, author, author_seq, head, signature)
        VALUES (of_team, next, one->>'author', author_number, decode(one->>'head', 'base64'), decode(one->>'signature', 'base64'));
      INSERT INTO content (team, seq, sealed) VALUES (of_team, next, decode(one->>'sealed', 'base64'));
    END IF;
    RETURN NEXT;
  END LOOP;
  IF is_new THEN
    UPDATE team SET last_seq = next WHERE id = of_team;
    PERFORM pg_notify('assay_team', of_team::text);
  END IF;
END $$;

-- Entries from a number on, as many as are read at once.
CREATE FUNCTION assay_team.entries(of_team uuid, from_seq bigint)
RETURNS TABLE (seq bigint, author text, author_seq bigint, head bytea, signature bytea, sealed bytea, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT part.seq, part.author, part.author_seq, part.head, part.signature, part.sealed, part.at FROM (
    SELECT e.*, c.sealed, sum(coalesce(octet_length(c.sealed), 0)) OVER (ORDER BY e.seq) AS bytes
    FROM (SELECT * FROM entry WHERE team = of_team AND entry.seq >= from_seq ORDER BY entry.seq LIMIT ${page.entries}) e
    LEFT JOIN content c ON c.team = e.team AND c.seq = e.seq
  ) part WHERE part.bytes < ${page.bytes} ORDER BY part.seq
$$;

-- Key grants are only added: none takes the place of another, and a console uses the one that the log names.
CREATE FUNCTION assay_team.grant_keys(of_team uuid, grants jsonb) RETURNS void ${ownerRights} AS $$
BEGIN
  INSERT INTO key_grant (team, member, key_number, sealed, signature)
    SELECT of_team, value->>'member', (value->>'key')::integer, decode(value->>'sealed', 'base64'), decode(value->>'signature', 'base64')
    FROM jsonb_array_elements(grants)
    ON CONFLICT DO NOTHING;
  PERFORM pg_notify('assay_team', of_team::text);
END $$;

CREATE FUNCTION assay_team.key_grants(of_team uuid, of_member text)
RETURNS TABLE (key_number integer, sealed bytea, signature bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT g.key_number, g.sealed, g.signature FROM key_grant g WHERE g.team = of_team AND g.member = of_member ORDER BY 1 LIMIT 1000
$$;

CREATE FUNCTION assay_team.ask_to_join(of_team uuid, by_invitation text, new_request bytea) RETURNS void ${ownerRights} AS $$
BEGIN
  INSERT INTO join_request (team, invitation, request) VALUES (of_team, by_invitation, new_request)
    ON CONFLICT (team, invitation) DO UPDATE SET request = excluded.request, at = clock_timestamp();
  PERFORM pg_notify('assay_team', of_team::text);
END $$;

CREATE FUNCTION assay_team.join_requests(of_team uuid) RETURNS TABLE (invitation text, request bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT r.invitation, r.request FROM join_request r WHERE r.team = of_team ORDER BY r.at LIMIT 100
$$;

CREATE FUNCTION assay_team.answer_request(of_team uuid, of_invitation text) RETURNS void ${ownerRights} AS $$
BEGIN
  DELETE FROM join_request WHERE team = of_team AND invitation = of_invitation;
END $$;

CREATE FUNCTION assay_team.report_progress(of_team uuid, of_member text, up_to bigint) RETURNS void ${ownerRights} AS $$
BEGIN
  PERFORM check_login(of_team, of_member);
  INSERT INTO progress (team, member, seq, at) VALUES (of_team, of_member, up_to, clock_timestamp())
    ON CONFLICT (team, member) DO UPDATE SET seq = excluded.seq, at = excluded.at;
END $$;

CREATE FUNCTION assay_team.progress_of(of_team uuid) RETURNS TABLE (member text, seq bigint, at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT p.member, p.seq, p.at FROM progress p WHERE p.team = of_team LIMIT 1000
$$;

-- Takes a case for 30 minutes by the database’s clock, also from one other member, or says who has it.
CREATE FUNCTION assay_team.take_claim(of_team uuid, of_subject bytea, by_member text, from_member text DEFAULT '') RETURNS text ${ownerRights} AS $$
DECLARE
  holder text;
BEGIN
  PERFORM check_login(of_team, by_member);
  INSERT INTO claim (team, subject, member, until) VALUES (of_team, of_subject, by_member, clock_timestamp() + interval '30 minutes')
    ON CONFLICT (team, subject) DO UPDATE SET member = excluded.member, until = excluded.until
      WHERE claim.member IN (excluded.member, from_member) OR claim.until < clock_timestamp()
    RETURNING claim.member INTO holder;
  IF holder IS NULL THEN
    SELECT c.member INTO holder FROM claim c WHERE c.team = of_team AND c.subject = of_subject;
  ELSE
    PERFORM pg_notify('assay_team', of_team::text);
  END IF;
  RETURN holder;
END $$;

CREATE FUNCTION assay_team.end_claim(of_team uuid, of_subject bytea, by_member text) RETURNS void ${ownerRights} AS $$
BEGIN
  PERFORM check_login(of_team, by_member);
  DELETE FROM claim WHERE team = of_team AND subject = of_subject AND member = by_member;
  PERFORM pg_notify('assay_team', of_team::text);
END $$;

CREATE FUNCTION assay_team.add_snapshot_part(of_team uuid, by_author text, up_to bigint, new_part integer, new_sealed bytea) RETURNS void ${ownerRights} AS $$
BEGIN
  PERFORM check_login(of_team, by_author);
  INSERT INTO snapshot_part (team, author, seq, part, sealed)
    SELECT of_team, by_author, up_to, new_part, new_sealed FROM team WHERE id = of_team AND erased_seq <= up_to
    ON CONFLICT (team, author, seq, part) DO UPDATE SET sealed = excluded.sealed;
END $$;

-- Completes a snapshot. Of each author the last two stay: a console may be reading the one before.
CREATE FUNCTION assay_team.add_snapshot(of_team uuid, by_author text, up_to bigint, new_head bytea, new_signature bytea) RETURNS void ${ownerRights} AS $$
BEGIN
  PERFORM check_login(of_team, by_author);
  INSERT INTO snapshot (team, author, seq, head, signature)
    SELECT of_team, by_author, up_to, new_head, new_signature FROM team WHERE id = of_team AND erased_seq <= up_to
    ON CONFLICT (team, author, seq) DO UPDATE SET head = excluded.head, signature = excluded.signature;
  DELETE FROM snapshot WHERE team = of_team AND author = by_author
    AND seq NOT IN (SELECT s.seq FROM snapshot s WHERE s.team = of_team AND s.author = by_author ORDER BY s.seq DESC LIMIT 2);
  DELETE FROM snapshot_part p WHERE p.team = of_team AND p.author = by_author
    AND NOT EXISTS (SELECT 1 FROM snapshot s WHERE s.team = p.team AND s.author = p.author AND s.seq = p.seq);
END $$;

CREATE FUNCTION assay_team.snapshots(of_team uuid, of_author text) RETURNS TABLE (seq bigint, head bytea, signature bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT s.seq, s.head, s.signature FROM snapshot s WHERE s.team = of_team AND s.author = of_author ORDER BY s.seq DESC LIMIT 2
$$;

CREATE FUNCTION assay_team.snapshot_part(of_team uuid, of_author text, up_to bigint, of_part integer) RETURNS TABLE (sealed bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT p.sealed FROM snapshot_part p WHERE p.team = of_team AND p.author = of_author AND p.seq = up_to AND p.part = of_part
$$;

-- Removes every snapshot of a team, also those that are being written, after something was erased that they may hold.
CREATE FUNCTION assay_team.drop_snapshots(of_team uuid) RETURNS void ${ownerRights} AS $$
BEGIN
  UPDATE team SET erased_seq = last_seq WHERE id = of_team;
  DELETE FROM snapshot WHERE team = of_team;
  DELETE FROM snapshot_part WHERE team = of_team;
END $$;

CREATE FUNCTION assay_team.claims(of_team uuid) RETURNS TABLE (subject bytea, member text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = assay_team, pg_temp AS $$
  SELECT c.subject, c.member FROM claim c WHERE c.team = of_team AND c.until >= clock_timestamp() LIMIT 10000
$$;
`,
  },
];

/** Runs before every step, and is true of a database that has all of them. */
const beginning = `CREATE SCHEMA IF NOT EXISTS assay_team;
CREATE TABLE IF NOT EXISTS assay_team.step (number integer PRIMARY KEY, at timestamptz NOT NULL DEFAULT clock_timestamp());
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${memberRole}') THEN
    CREATE ROLE ${memberRole} NOLOGIN;
  END IF;
END $$;`;

/** Runs after the last step: nobody but the members may call a function, and nobody but the owner sees a table. */
const ending = `REVOKE ALL ON ALL TABLES IN SCHEMA assay_team FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA assay_team FROM PUBLIC;
GRANT USAGE ON SCHEMA assay_team TO ${memberRole};
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA assay_team TO ${memberRole};`;

/** Returns the SQL that brings a database from a step to the last one, as one transaction; to a new database without a number. */
export function schemaSql(after = 0): string {
  const steps = schemaSteps.filter(({ number }) => number > after);
  return [
    'BEGIN;',
    beginning,
    ...steps.map(
      ({ number, sql }) => `INSERT INTO assay_team.step (number) VALUES (${number});\n${sql.trim()}`,
    ),
    ending,
    'COMMIT;',
    '',
  ].join('\n\n');
}
