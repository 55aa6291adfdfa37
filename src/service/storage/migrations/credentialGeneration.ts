import type { WatchedTables } from '../database.ts'
import type { Migration } from './migration.ts'

/** The rows that decide who a credential stands for, whichever kind it is. */
export const decidingTables: WatchedTables = {
  api_keys: { except: ['last_used_at'] },
  memberships: { except: [] },
  organizations: { except: [] },
  workspaces: { except: [] },
  oauth_clients: { except: [] },
  oauth_grants: { except: [] },
  oauth_revoked_tokens: { except: [] },
}

/** Where a row that was not there decided. Of the others nothing was remembered before they were made. */
const DECIDES_ONCE_MADE = new Set(['memberships', 'oauth_revoked_tokens'])

const watched = ([table, { except }]: [string, { except: readonly string[] }]) => {
  const seen = (row: string) => [`to_jsonb(${row}.*)`, ...except.map((column) => `'${column}'`)].join(' - ')
  const made = DECIDES_ONCE_MADE.has(table) ? 'INSERT OR DELETE' : 'DELETE'
  return `
    CREATE TRIGGER ${table}_decided AFTER ${made} ON ${table}
      FOR EACH ROW EXECUTE FUNCTION begin_credential_generation();
    CREATE TRIGGER ${table}_changed AFTER UPDATE ON ${table}
      FOR EACH ROW WHEN ((${seen('OLD')}) IS DISTINCT FROM (${seen('NEW')}))
      EXECUTE FUNCTION begin_credential_generation();`
}

/**
 * One value that changes with every commit that changes one of the deciding rows. With it, the statement that counts a
 * request shows a process whether its cached credential is still valid. A value is never used twice, not even by
 * a standby that became primary without the last commits.
 */
export const credentialGeneration: Migration = {
  name: 'credential-generation',
  engine: 'postgres',
  sql: `
    CREATE TABLE credential_generation (
      one bigint NOT NULL PRIMARY KEY CHECK (one = 1),
      generation text COLLATE "C" NOT NULL
    );
    INSERT INTO credential_generation VALUES (1, gen_random_uuid()::text);

    CREATE FUNCTION begin_credential_generation() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE credential_generation SET generation = gen_random_uuid()::text;
        RETURN NULL;
      END $$;
    ${Object.entries(decidingTables).map(watched).join('\n')}

    -- counts unless another generation is expected than the present one: then nothing is counted, and "allowed" is null
    CREATE FUNCTION admit_credential(
      organization text, per_minute bigint, burst bigint, per_day bigint, expected text,
      OUT generation text, OUT allowed boolean, OUT now bigint, OUT owed bigint, OUT minute bigint, OUT day bigint
    ) LANGUAGE plpgsql AS $$
    BEGIN
      SELECT g.generation INTO generation FROM credential_generation g;
      IF expected IS NULL OR expected = generation THEN
        SELECT a.allowed, a.now, a.owed, a.minute, a.day INTO allowed, now, owed, minute, day
          FROM admit_request(organization, per_minute, burst, per_day, NULL) a;
      END IF;
    END $$;`,
}
