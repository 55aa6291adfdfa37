import type { Migration } from './migration.ts'

/**
 * Datasets, their versions and items. A change of an item ends its row and begins another one, so that a version
 * costs only its changes. A row belongs to version v under three conditions. It has version_from <= v < version_to, its
 * position is within the bounds of v, and its import, if it came by one, was published by then. So replacing all
 * items moves the bounds, and publishing an import sets one number, however many rows there are.
 */
export const datasets: Migration = {
  name: 'datasets',
  sql: `
    -- next_position: the position of the next item; imports reserve a range of them
    -- schema_version: the version that brought the input schema
    CREATE TABLE datasets (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      version INTEGER NOT NULL,
      item_count INTEGER NOT NULL,
      active_count INTEGER NOT NULL,
      first_position INTEGER NOT NULL,
      next_position INTEGER NOT NULL,
      schema_version INTEGER,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_by TEXT NOT NULL,
      deleted_at INTEGER,
      deleted_by TEXT,
      description TEXT,
      input_schema TEXT
    );
    CREATE INDEX datasets_created ON datasets (organization_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX datasets_updated ON datasets (organization_id, updated_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX datasets_named ON datasets (organization_id, name, id) WHERE deleted_at IS NULL;

    -- input_schema is held by the version that brought it alone
    CREATE TABLE dataset_versions (
      dataset_id TEXT NOT NULL REFERENCES datasets (id),
      version INTEGER NOT NULL,
      organization_id TEXT NOT NULL,
      item_count INTEGER NOT NULL,
      active_count INTEGER NOT NULL,
      first_position INTEGER NOT NULL,
      next_position INTEGER NOT NULL,
      schema_version INTEGER,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      input_schema TEXT,
      PRIMARY KEY (dataset_id, version)
    );

    -- version: NULL until it is published
    CREATE TABLE dataset_imports (
      id TEXT NOT NULL PRIMARY KEY,
      dataset_id TEXT NOT NULL REFERENCES datasets (id),
      version INTEGER
    );

    -- import_id: '' for items that came otherwise
    CREATE TABLE dataset_items (
      dataset_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      id TEXT NOT NULL,
      version_from INTEGER NOT NULL,
      version_to INTEGER NOT NULL,
      import_id TEXT NOT NULL,
      organization_id TEXT NOT NULL,
      status TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      scorers TEXT,
      metadata TEXT NOT NULL,
      variables TEXT NOT NULL,
      expected_output TEXT,
      PRIMARY KEY (dataset_id, position, id, version_from)
    );
    CREATE UNIQUE INDEX dataset_items_named ON dataset_items (dataset_id, id, import_id, version_from);
  `,
}
