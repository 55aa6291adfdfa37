import type { Migration } from './migration.ts'

/**
 * Evaluations and one result for each case. A run is pinned: `content` is the text of its prompt version, so that
 * nothing that happens to the prompt meanwhile changes it. The counts grow in the transaction of each result; the place
 * of a case in its run is unique, so that no case can have two results.
 */
export const evaluations: Migration = {
  name: 'evaluations',
  sql: `
    CREATE TABLE evaluations (
      id TEXT NOT NULL PRIMARY KEY,
      organization_id TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      name TEXT NOT NULL,
      prompt_id TEXT NOT NULL,
      prompt_version INTEGER NOT NULL,
      dataset_id TEXT NOT NULL,
      dataset_version INTEGER NOT NULL,
      model TEXT NOT NULL,
      temperature REAL NOT NULL,
      concurrency INTEGER NOT NULL,
      pass_threshold REAL NOT NULL,
      status TEXT NOT NULL,
      total INTEGER NOT NULL,
      passed INTEGER NOT NULL,
      failed INTEGER NOT NULL,
      errored INTEGER NOT NULL,
      verdict TEXT,
      error_code TEXT,
      error_message TEXT,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      completed_at INTEGER,
      created_by TEXT NOT NULL,
      triggered_by TEXT NOT NULL,
      retry_of TEXT,
      scorers TEXT NOT NULL,
      summary TEXT,
      content TEXT NOT NULL
    );
    CREATE INDEX evaluations_created ON evaluations (organization_id, created_at, id);
    CREATE INDEX evaluations_of_prompt ON evaluations (organization_id, prompt_id, created_at, id);
    CREATE INDEX evaluations_of_dataset ON evaluations (organization_id, dataset_id, created_at, id);
    CREATE INDEX evaluations_by_status ON evaluations (organization_id, status, created_at, id);

    CREATE TABLE evaluation_results (
      id TEXT NOT NULL PRIMARY KEY,
      evaluation_id TEXT NOT NULL,
      position INTEGER NOT NULL,
      item_id TEXT NOT NULL,
      status TEXT NOT NULL,
      score REAL,
      finish_reason TEXT,
      latency_ms INTEGER,
      input_tokens INTEGER,
      output_tokens INTEGER,
      total_tokens INTEGER,
      cost REAL,
      attempts INTEGER NOT NULL,
      error_code TEXT,
      error_message TEXT,
      created_at INTEGER NOT NULL,
      -- 1 when the item brought scorers in place of the run's
      own_scorers INTEGER NOT NULL,
      scores TEXT NOT NULL,
      rendered_prompt TEXT,
      output TEXT,
      expected_output TEXT,
      UNIQUE (evaluation_id, position)
    );
    CREATE INDEX evaluation_results_by_status ON evaluation_results (evaluation_id, status, position);
  `,
}
