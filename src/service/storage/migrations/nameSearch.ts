import type { Migration } from './migration.ts'

/** The tables whose names are searched. */
export const namedTables = [
  { table: 'prompts', deletable: true },
  { table: 'folders', deletable: false },
  { table: 'datasets', deletable: true },
  { table: 'reports', deletable: false },
] as const

/** Characters of a name in an entry of the index. */
export const MAX_PART_LENGTH = 8

/** Of a row that is not there nothing is entered: the last statement then finds no `named_rows`. */
const enter = (table: string, there: string) => `
  INSERT OR IGNORE INTO name_spaces (kind, organization_id) VALUES ('${table}', NEW.organization_id);
  INSERT INTO named_rows (space, id)
    SELECT space, NEW.id FROM name_spaces
    WHERE kind = '${table}' AND organization_id = NEW.organization_id AND ${there};
  INSERT OR IGNORE INTO name_parts (space, part, row)
    SELECT r.space, substr(NEW.name_key, p.position, ${MAX_PART_LENGTH}), r.row
    FROM named_rows r, name_positions p WHERE r.id = NEW.id AND p.position <= length(NEW.name_key);`

const leave = `
  DELETE FROM name_parts
    WHERE space = (SELECT space FROM named_rows WHERE id = OLD.id)
      AND row = (SELECT row FROM named_rows WHERE id = OLD.id)
      AND part IN (SELECT substr(OLD.name_key, position, ${MAX_PART_LENGTH}) FROM name_positions
                   WHERE position <= length(OLD.name_key));
  DELETE FROM named_rows WHERE id = OLD.id;`

type Table = (typeof namedTables)[number]

const isThere = ({ deletable }: Table, row: string) => (deletable ? `${row}.deleted_at IS NULL` : 'true')

const spaces = ({ table }: Table) => `
    INSERT INTO name_spaces (kind, organization_id) SELECT DISTINCT '${table}', organization_id FROM ${table};`

const rows = (one: Table) => `
    INSERT INTO named_rows (space, id)
      SELECT s.space, t.id FROM ${one.table} t JOIN name_spaces s ON s.kind = '${one.table}'
        AND s.organization_id = t.organization_id WHERE ${isThere(one, 't')}`

const triggers = (one: Table) => {
  const { table, deletable } = one
  const there = (row: string) => isThere(one, row)
  const changed = `NEW.name_key <> OLD.name_key${deletable ? ' OR (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL)' : ''}`
  const columns = deletable ? 'name_key, deleted_at' : 'name_key'
  return `
    CREATE TRIGGER ${table}_name_entered AFTER INSERT ON ${table} BEGIN ${enter(table, there('NEW'))} END;
    CREATE TRIGGER ${table}_name_left AFTER DELETE ON ${table} BEGIN ${leave} END;
    -- one trigger, for the order of two is not defined
    CREATE TRIGGER ${table}_name_changed AFTER UPDATE OF ${columns} ON ${table} WHEN ${changed}
      BEGIN ${leave} ${enter(table, there('NEW'))} END;`
}

const schema = `
    CREATE TABLE name_spaces (
      space INTEGER NOT NULL PRIMARY KEY,
      kind TEXT NOT NULL,
      organization_id TEXT NOT NULL,
      UNIQUE (kind, organization_id)
    );
    -- a short number for each row, since rows are named in many entries
    CREATE TABLE named_rows (
      row INTEGER NOT NULL PRIMARY KEY,
      space INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE
    );
    CREATE TABLE name_parts (
      space INTEGER NOT NULL,
      part TEXT NOT NULL,
      row INTEGER NOT NULL,
      PRIMARY KEY (space, part, row)
    ) WITHOUT ROWID;
    CREATE TABLE name_positions (position INTEGER NOT NULL PRIMARY KEY);
    INSERT INTO name_positions
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1024) SELECT i FROM n;`

const maintain = (one: Table) => `${spaces(one)}${rows(one)};${triggers(one)}`

/** The entries of the rows that were there before: of some, where `some` states which. */
const entries = (from: string, some = '') => `
    INSERT OR IGNORE INTO name_parts (space, part, row)
      SELECT r.space, substr(t.name_key, p.position, ${MAX_PART_LENGTH}) AS part, r.row
      FROM ${from} t
      JOIN named_rows r ON r.id = t.id JOIN name_positions p ON p.position <= length(t.name_key)${some}
      ORDER BY r.space, part;
  `

/**
 * SQLite's index of names by any part of them. An entry for each character of a name contains the next eight. So a
 * search for one to eight characters is one range of the index, of only this organization and kind. FTS5's trigrams know
 * no organizations: a search would read the matches of all. Triggers maintain it, so that no other statement has to
 * know of it. A name of 20 characters costs about 40 µs and 500 bytes.
 */
export const nameSearch: Migration = {
  name: 'name-search',
  engine: 'sqlite',
  sql: `${schema}
    ${namedTables.map(maintain).join('\n')}${entries(`(${namedTables.map(({ table }) => `SELECT id, name_key FROM ${table}`).join(' UNION ALL ')})`)}`,
  parts: [
    { sql: `${schema}${namedTables.map(spaces).join('')}` },
    ...namedTables.flatMap((one) => [
      { rowsOf: one.table, sql: `${rows(one)} AND t.id > ? AND t.id <= ?` },
      { rowsOf: one.table, sql: entries(one.table, ' WHERE t.id > ? AND t.id <= ?') },
    ]),
    // Last, for no one writes before the step is done, and each row that they entered would be found twice.
    { sql: namedTables.map(triggers).join('') },
  ],
}
