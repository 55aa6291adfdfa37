import type { Migration } from './migration.ts'
import { MAX_PART_LENGTH, namedTables } from './nameSearch.ts'

const maintain = ({ table, deletable }: (typeof namedTables)[number]) => {
  const columns = deletable ? 'name_key, deleted_at' : 'name_key'
  const there = deletable ? 'WHEN (NEW.deleted_at IS NULL)' : ''
  const changed = `NEW.name_key <> OLD.name_key${deletable ? ' OR (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL)' : ''}`
  return `
    CREATE TRIGGER ${table}_name_entered AFTER INSERT ON ${table}
      FOR EACH ROW ${there} EXECUTE FUNCTION enter_name('${table}');
    CREATE TRIGGER ${table}_name_left AFTER DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION leave_name('${table}');
    -- triggers of one event fire in the order of their names
    CREATE TRIGGER ${table}_name_changed_1 AFTER UPDATE OF ${columns} ON ${table}
      FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION leave_name('${table}');
    CREATE TRIGGER ${table}_name_changed_2 AFTER UPDATE OF ${columns} ON ${table}
      FOR EACH ROW WHEN (${deletable ? `(${changed}) AND NEW.deleted_at IS NULL` : changed}) EXECUTE FUNCTION enter_name('${table}');
    INSERT INTO name_parts (kind, organization_id, part, id)
      SELECT DISTINCT '${table}', t.organization_id, substr(t.name_key, p::int, ${MAX_PART_LENGTH}), t.id
      FROM ${table} t, generate_series(1, length(t.name_key)) p ${deletable ? 'WHERE t.deleted_at IS NULL' : ''};`
}

/**
 * PostgreSQL's index of names by any part of them. Unlike SQLite's, each entry has the organization and the id instead of
 * short numbers, because those would be rows that many transactions share and collide over. Trigrams (`pg_trgm`) find
 * nothing for one or two characters, know no organizations, and are an extension that not everyone may install.
 */
export const nameSearchPostgres: Migration = {
  name: 'name-search-postgres',
  engine: 'postgres',
  sql: `
    CREATE TABLE name_parts (
      kind text COLLATE "C" NOT NULL,
      organization_id text COLLATE "C" NOT NULL,
      part text COLLATE "C" NOT NULL,
      id text COLLATE "C" NOT NULL,
      PRIMARY KEY (kind, organization_id, part, id)
    );
    CREATE FUNCTION enter_name() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO name_parts (kind, organization_id, part, id)
          SELECT DISTINCT TG_ARGV[0], NEW.organization_id, substr(NEW.name_key, p, ${MAX_PART_LENGTH}), NEW.id
          FROM generate_series(1, length(NEW.name_key)) p;
        RETURN NULL;
      END $$;
    CREATE FUNCTION leave_name() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM name_parts
          WHERE kind = TG_ARGV[0] AND organization_id = OLD.organization_id AND id = OLD.id
            AND part IN (SELECT substr(OLD.name_key, p, ${MAX_PART_LENGTH}) FROM generate_series(1, length(OLD.name_key)) p);
        RETURN NULL;
      END $$;
    ${namedTables.map(maintain).join('\n')}`,
}
