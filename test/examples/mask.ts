/** Values of a response that belong to its moment: ids, request ids and ETags become those of the documentation. */

const IDS: Readonly<Record<string, string>> = {
  dataset: 'dataset_01m6e8c9t0frjt6arjvj6p1nax',
  evaluation: 'eval_01m6ehwa40f2vtqyfejbcvb2mv',
  exec: 'exec_01m6egp000f1nqc9yq0v6rw3tk',
  folder: 'folder_01m6b2h0y0fpvrc9grgge7tkny',
  prompt: 'prompt_01m6dsg7e0e8qra54038hz5kj6',
  req: 'req_01m6e0byp0eq48mja7aw7s2kxe',
  webhook: 'webhook_01m6drbkj0f8as1143rt4nv7fx',
}
const ANY_ID = '01m6dsg7e0e8qra54038hz5kj6'

/** The value with everything that differs from run to run replaced by the constants of the documents. */
export function masked(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(
      /\b([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g,
      (_, kind: string) => IDS[kind] ?? `${kind}_${ANY_ID}`,
    )
    .replaceAll(/\\"[A-Za-z0-9_-]{16,}\\"/g, '\\"c01d55b87e3a\\"')
    // Until the day is over.
    .replaceAll(/\b\d{4,} s\./g, '50400 s.')
    .replaceAll(/"retryAfterSeconds":\d{4,}/g, '"retryAfterSeconds":50400')
  return JSON.parse(text) as unknown
}
