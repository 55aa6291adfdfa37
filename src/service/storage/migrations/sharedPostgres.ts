import type { Migration } from './migration.ts'

/**
 * State that several processes share in the database and a single process has in memory. Limits and leases are unlogged: a
 * crash of the database forgets them, as the end of the one process does. The counts of days are not; their commit
 * waits for no disk, so that a crash may forgive the requests of its last moment.
 */
export const sharedPostgres: Migration = {
  name: 'shared-postgres',
  engine: 'postgres',
  sql: `
    -- how many jobs of a queue are under way; what is due in all queues
    CREATE INDEX jobs_claimed ON jobs (kind, lane) WHERE claimed = 1;
    CREATE INDEX jobs_waiting ON jobs (kind, due_at, lane);

    CREATE UNLOGGED TABLE leases (
      name text COLLATE "C" NOT NULL PRIMARY KEY,
      holder text COLLATE "C" NOT NULL,
      note text COLLATE "C" NOT NULL,
      ends_at bigint NOT NULL
    );
    CREATE INDEX leases_end ON leases (ends_at);

    CREATE TABLE flash_messages (
      name text COLLATE "C" NOT NULL PRIMARY KEY,
      session_digest text COLLATE "C" NOT NULL,
      sealed bytea NOT NULL,
      expires_at bigint NOT NULL
    );
    CREATE INDEX flash_messages_expiry ON flash_messages (expires_at);

    -- the bucket in sixty-thousandths of a request, the present minute, and the one that the clock left last
    CREATE UNLOGGED TABLE request_limits (
      organization_id text COLLATE "C" NOT NULL PRIMARY KEY,
      owed bigint NOT NULL,
      since bigint NOT NULL,
      minute bigint NOT NULL,
      minute_count bigint NOT NULL,
      other_minute bigint NOT NULL,
      other_count bigint NOT NULL
    ) WITH (fillfactor = 50);

    CREATE FUNCTION database_now() RETURNS bigint LANGUAGE sql VOLATILE AS
      $$ SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint $$;

    -- as LimiterState in server/steps/rateLimit, with the day; a test compares the two
    CREATE FUNCTION admit_request(
      organization text, per_minute bigint, burst bigint, per_day bigint, given_now bigint,
      OUT allowed boolean, OUT now bigint, OUT owed bigint, OUT minute bigint, OUT day bigint
    ) LANGUAGE plpgsql AS $$
    #variable_conflict use_column
    DECLARE
      state request_limits%ROWTYPE;
      this_minute bigint;
      today bigint;
    BEGIN
      PERFORM set_config('synchronous_commit', 'off', true);
      LOOP
        SELECT * INTO state FROM request_limits WHERE organization_id = organization FOR UPDATE;
        EXIT WHEN FOUND;
        now := coalesce(given_now, database_now());
        INSERT INTO request_limits VALUES (organization, 0, now, now / 60000, 0, -1, 0) ON CONFLICT DO NOTHING;
      END LOOP;
      -- behind the lock, so that time goes one way for everybody
      now := coalesce(given_now, database_now());
      IF now > state.since THEN
        state.owed := greatest(0, state.owed - (now - state.since) * per_minute);
      END IF;
      state.since := now;
      this_minute := now / 60000;
      IF this_minute = state.other_minute THEN
        SELECT state.minute, state.minute_count, state.other_count
          INTO state.other_minute, state.other_count, state.minute_count;
      ELSIF this_minute > state.minute THEN
        IF state.other_minute < this_minute THEN
          state.other_minute := state.minute;
          state.other_count := state.minute_count;
        END IF;
        state.minute_count := 0;
      ELSIF this_minute < state.minute AND state.other_minute < state.minute THEN
        state.other_minute := state.minute;
        state.other_count := state.minute_count;
      END IF;
      state.minute := this_minute;
      today := now / 86400000;
      SELECT d.requests INTO day FROM request_days d WHERE d.organization_id = organization AND d.day = today;
      IF day IS NULL THEN
        DELETE FROM request_days d WHERE d.organization_id = organization AND d.day < today - 35;
        INSERT INTO request_days (organization_id, day, requests) VALUES (organization, today, 0);
        day := 0;
      END IF;
      allowed := state.owed + 60000 <= burst * 60000 AND state.minute_count < per_minute AND day < per_day;
      IF allowed THEN
        state.owed := state.owed + 60000;
        state.minute_count := state.minute_count + 1;
        day := day + 1;
        UPDATE request_days d SET requests = d.requests + 1 WHERE d.organization_id = organization AND d.day = today;
      END IF;
      UPDATE request_limits l SET owed = state.owed, since = state.since, minute = state.minute,
          minute_count = state.minute_count, other_minute = state.other_minute, other_count = state.other_count
        WHERE l.organization_id = organization;
      owed := state.owed;
      minute := state.minute_count;
    END $$;`,
}
