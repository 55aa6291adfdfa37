import type { Excuse } from '../../src/toolkit/openapi/index.ts'

/** Pairs that no request can cover, not even with a database that fails. Only 500 and 503 may be here. */
export const excused: readonly Excuse[] = []
