import type { Operation as ServiceOperation } from '../../../generated/operations.ts'

/** A row of the generated table of any document. */
export type Operation = Omit<ServiceOperation, 'id'> & { id: string }
