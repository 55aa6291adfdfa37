import type { Migration } from './migration.ts'

/**
 * Folders, prompts with their draft, published versions, executions. A deleted prompt retains its row, its versions
 * and its executions for audit; the partial indexes leave it out of every list. Lists run on
 * (organization_id, filter, sort key, id), one index a pair, so that a page costs its own rows and no others.
 */
export const prompts: Migration = {
  name: 'prompts',
  sql: `
    CREATE TABLE folders (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      parent_id TEXT,
      -- parent_id, or '' at the top: NULLs would not collide in the unique index
      parent_key TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    );
    CREATE UNIQUE INDEX folders_in_parent ON folders (organization_id, parent_key, name);
    CREATE INDEX folders_created ON folders (organization_id, created_at, id);
    CREATE INDEX folders_updated ON folders (organization_id, updated_at, id);
    CREATE INDEX folders_named ON folders (organization_id, name, id);
    CREATE INDEX folders_in_parent_created ON folders (organization_id, parent_key, created_at, id);
    CREATE INDEX folders_in_parent_updated ON folders (organization_id, parent_key, updated_at, id);

    -- content stands last: SQLite reads a row from its beginning, and a filter needs no content
    CREATE TABLE prompts (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      folder_id TEXT,
      name TEXT NOT NULL,
      name_key TEXT NOT NULL,
      status TEXT NOT NULL,
      version INTEGER NOT NULL,
      has_unpublished_changes INTEGER NOT NULL,
      model TEXT,
      temperature REAL,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      updated_at INTEGER NOT NULL,
      updated_by TEXT NOT NULL,
      deleted_at INTEGER,
      deleted_by TEXT,
      description TEXT,
      tags TEXT NOT NULL,
      labels TEXT NOT NULL,
      variables TEXT NOT NULL,
      content TEXT NOT NULL
    );
    CREATE INDEX prompts_created ON prompts (organization_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX prompts_updated ON prompts (organization_id, updated_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX prompts_named ON prompts (organization_id, name, id) WHERE deleted_at IS NULL;
    CREATE INDEX prompts_in_folder_created ON prompts (organization_id, folder_id, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX prompts_in_folder_updated ON prompts (organization_id, folder_id, updated_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX prompts_in_folder_named ON prompts (organization_id, folder_id, name, id) WHERE deleted_at IS NULL;

    -- what the rows of prompts hold as JSON, for the filters by tag and by label alone
    CREATE TABLE prompt_tags (
      organization_id TEXT NOT NULL,
      tag TEXT NOT NULL,
      prompt_id TEXT NOT NULL REFERENCES prompts (id),
      PRIMARY KEY (organization_id, tag, prompt_id)
    );
    CREATE INDEX prompt_tags_of_prompt ON prompt_tags (prompt_id);
    CREATE TABLE prompt_labels (
      organization_id TEXT NOT NULL,
      label TEXT NOT NULL,
      prompt_id TEXT NOT NULL REFERENCES prompts (id),
      PRIMARY KEY (organization_id, label, prompt_id)
    );
    CREATE INDEX prompt_labels_of_prompt ON prompt_labels (prompt_id);

    CREATE TABLE prompt_versions (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      prompt_id TEXT NOT NULL REFERENCES prompts (id),
      version INTEGER NOT NULL,
      content_hash TEXT NOT NULL,
      model TEXT,
      temperature REAL,
      commit_message TEXT,
      based_on_version INTEGER,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      variables TEXT NOT NULL,
      content TEXT NOT NULL
    );
    CREATE UNIQUE INDEX prompt_versions_numbered ON prompt_versions (prompt_id, version);

    -- version is NULL when the draft was run
    CREATE TABLE executions (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      prompt_id TEXT NOT NULL REFERENCES prompts (id),
      version INTEGER,
      model TEXT NOT NULL,
      provider TEXT NOT NULL,
      temperature REAL NOT NULL,
      status TEXT NOT NULL,
      finish_reason TEXT,
      input_tokens INTEGER,
      output_tokens INTEGER,
      total_tokens INTEGER,
      cost REAL,
      latency_ms INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL,
      error_code TEXT,
      warnings TEXT NOT NULL,
      rendered_prompt TEXT NOT NULL,
      output TEXT
    );
    CREATE INDEX executions_of_prompt ON executions (organization_id, prompt_id, created_at, id);
  `,
}
