import type { Excuse } from '../../src/toolkit/openapi/index.ts'

/** Pairs that no request can bring about, not even with a database that fails. Only 500 and 503 may stand here. */
export const excused: readonly Excuse[] = []
